import { id as idParser, list, optional, parseOr, z } from '#storage/rows/fields.ts';

/** A chat of another product, as far as Alcove has a place for it. */
export interface ForeignChat {
  /** Unique among the chats of all products. */
  id: string;
  title: string;
  /** Unix milliseconds; 0 where they are unknown. */
  createdAt: number;
  updatedAt: number;
  /** The last message that was shown; null where that is unknown. */
  current: string | null;
  nodes: readonly ForeignNode[];
}

export interface ForeignNode {
  id: string;
  parent: string | null;
  /** Null where there are no words: it only links others. */
  message: {
    role: 'user' | 'assistant';
    text: string;
    /** Unix milliseconds. */
    at: number | undefined;
    model: string | undefined;
  } | null;
}

const MAX_SECONDS = 1e11;
const seconds = () =>
  z.pipe(
    optional(z.nullable(z.number().check(z.minimum(0), z.maximum(MAX_SECONDS)))),
    z.transform((value) => (value ?? 0) * 1000),
  );
/** Milliseconds of an ISO date. */
export const date = () =>
  z.pipe(
    optional(z.string()),
    z.transform((value) => Math.max(0, Date.parse(value ?? '') || 0)),
  );
const key = () => optional(z.nullable(z.union([z.string(), z.number()])));
const title = z.pipe(
  key(),
  z.transform((value) => String(value ?? '')),
);
const link = z.catch(z.nullable(z.string()), null);

const message = z.object({
  author: z.object({ role: z.string() }),
  recipient: optional(z.string()),
  create_time: seconds(),
  content: z.object({ parts: list(z.unknown()), text: optional(z.string()) }),
  metadata: optional(
    z.nullable(
      z.object({
        model_slug: optional(z.string()),
        is_visually_hidden_from_conversation: optional(z.boolean()),
      }),
    ),
  ),
});
/** Speech of a voice chat as text, of both sides. */
const transcription = z.object({
  content_type: z.literal('audio_transcription'),
  text: z.string(),
});
/** A document of the canvas when it was made. */
const canvas = z.object({ content: z.string() });

const node = z.pipe(
  z.object({ id: idParser, parent: link, message: z.catch(z.nullable(message), null) }),
  z.transform(({ message: said, ...place }): ForeignNode => {
    const role = said?.author.role;
    const text = textOf(said);
    if (!said || (role !== 'user' && role !== 'assistant') || text === '') {
      return { ...place, message: null };
    }
    const at = said.create_time || undefined;
    return { ...place, message: { role, text, at, model: said.metadata?.model_slug } };
  }),
);

/** The values of an object that are as a parser wants them. */
const valuesOf = <T>(item: z.ZodMiniType<T>) =>
  z.pipe(
    z.record(z.string(), z.unknown()),
    z.transform((record) => Object.values(record).flatMap((value) => parseOr(item, value, []))),
  );

const chatGpt = z.pipe(
  z.object({
    id: key(),
    conversation_id: key(),
    title,
    create_time: seconds(),
    update_time: seconds(),
    current_node: link,
    mapping: valuesOf(node),
  }),
  z.transform(
    (chat): ForeignChat => ({
      id: `chatgpt-${chat.id ?? chat.conversation_id ?? chat.create_time / 1000}`,
      title: chat.title,
      createdAt: chat.create_time,
      updatedAt: chat.update_time || chat.create_time,
      current: chat.current_node,
      nodes: chat.mapping,
    }),
  ),
);

const claudeMessage = z.object({
  uuid: idParser,
  // Exports of earlier years have no branches.
  parent_message_uuid: optional(link),
  sender: z.enum(['human', 'assistant']),
  text: z.catch(z.string(), ''),
  content: list(z.object({ type: z.literal('text'), text: z.string() })),
  // Long pastes, and the text of documents.
  attachments: list(z.object({ file_name: optional(z.string()), extracted_content: z.string() })),
  created_at: date(),
});

/** The words of a message: of its blocks, as `text` has a notice in place of what other tools did. */
function claudeWords({ text, content, attachments }: z.infer<typeof claudeMessage>): string {
  const blocks = content.map((block) => block.text.trim()).filter((words) => words !== '');
  const words = blocks.length > 0 ? blocks.join('\n\n') : text.trim();
  const added = attachments
    .filter(({ extracted_content: inside }) => inside.trim() !== '')
    .map(({ file_name: name = '', extracted_content: inside }) =>
      name === '' ? inside.trim() : `${name}:\n\n${inside.trim()}`,
    );
  return [words, ...added].join('\n\n').trim();
}

const claude = z.pipe(
  z.object({
    uuid: idParser,
    name: title,
    created_at: date(),
    updated_at: date(),
    current_leaf_message_uuid: optional(link),
    chat_messages: list(claudeMessage),
  }),
  z.transform((chat): ForeignChat => {
    const { uuid, name, created_at, updated_at, chat_messages } = chat;
    const hasParents = chat_messages.some(({ parent_message_uuid: parent }) => parent);
    const nodes = chat_messages.map((said, i) => {
      const role = said.sender === 'human' ? ('user' as const) : said.sender;
      const words = claudeWords(said);
      // The first message has a parent that is none: all zeros.
      const parent = hasParents
        ? (said.parent_message_uuid ?? null)
        : (chat_messages[i - 1]?.uuid ?? null);
      const at = said.created_at || undefined;
      const message = words === '' ? null : { role, text: words, at, model: undefined };
      return { id: said.uuid, parent, message };
    });
    const id = `claude-${uuid}`;
    const times = { createdAt: created_at, updatedAt: updated_at || created_at };
    const current = chat.current_leaf_message_uuid ?? nodes.at(-1)?.id ?? null;
    return { id, title: name, ...times, current, nodes };
  }),
);

const openWebUiMessage = z.pipe(
  z.object({
    id: idParser,
    parentId: link,
    role: z.string(),
    content: z.catch(z.string(), ''),
    timestamp: seconds(),
    model: optional(z.string()),
  }),
  z.transform(({ id, parentId, role, content, timestamp, model }): ForeignNode => {
    const text = content.trim();
    if ((role !== 'user' && role !== 'assistant') || text === '') {
      return { id, parent: parentId, message: null };
    }
    return { id, parent: parentId, message: { role, text, at: timestamp || undefined, model } };
  }),
);
const openWebUi = z.pipe(
  z.object({
    id: idParser,
    title,
    created_at: seconds(),
    updated_at: seconds(),
    chat: z.object({
      history: z.object({ currentId: link, messages: valuesOf(openWebUiMessage) }),
    }),
  }),
  z.transform(
    ({ id, title: name, created_at, updated_at, chat: { history } }): ForeignChat => ({
      id: `openwebui-${id}`,
      title: name,
      createdAt: created_at,
      updatedAt: updated_at || created_at,
      current: history.currentId,
      nodes: history.messages,
    }),
  ),
);

/** A chat as ChatGPT, Claude or Open WebUI export it; null for anything else. */
export function parseForeignChat(value: unknown): ForeignChat | null {
  for (const product of [chatGpt, claude, openWebUi]) {
    const parsed = product.safeParse(value);
    if (parsed.success) return parsed.data;
  }
  return null;
}

/** Marks of sources: private characters around ids that mean nothing elsewhere. */
const SOURCE_MARKS = /\ue200[^\ue200\ue201]*\ue201/g;

/** The words that ChatGPT showed of a message; none of calls to its tools. */
function textOf(said: z.infer<typeof message> | null): string {
  const { recipient = 'all', metadata, content } = said ?? {};
  if (metadata?.is_visually_hidden_from_conversation) return '';
  if (recipient.startsWith('canmore.')) return canvasText(content?.text ?? '');
  if (recipient !== 'all') return '';
  return (content?.parts ?? [])
    .map((part) => (typeof part === 'string' ? part : parseOr(transcription, part, null)?.text))
    .filter((text) => text !== undefined)
    .join('\n')
    .replace(SOURCE_MARKS, '')
    .trim();
}

function canvasText(json: string): string {
  try {
    return parseOr(canvas, JSON.parse(json), null)?.content.trim() ?? '';
  } catch {
    return '';
  }
}
