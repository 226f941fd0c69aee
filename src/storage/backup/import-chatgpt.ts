import { searchWords } from '#base/words.ts';
import type { Conversation, Message } from '#storage/chat-records.ts';
import type { AlcoveDatabase } from '#storage/database.ts';
import { id as idParser, list, optional, parseOr, z } from '#storage/rows/fields.ts';
import { PARSERS } from '#storage/rows/parsers.ts';
import { BackupError, type OnProgress } from './format.ts';
import { readJsonArray } from './read-json-array.ts';
import { parseLine, readPieces } from './read-lines.ts';

const seconds = () => optional(z.nullable(z.number().check(z.minimum(0), z.maximum(1e11))));
const key = () => optional(z.nullable(z.union([z.string(), z.number()])));

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
const node = z.object({
  id: idParser,
  parent: z.catch(z.nullable(z.string()), null),
  // What has no words, or not where they are expected, only links others.
  message: z.catch(z.nullable(message), null),
});
const foreignConversation = z.object({
  id: key(),
  conversation_id: key(),
  title: key(),
  create_time: seconds(),
  update_time: seconds(),
  current_node: z.catch(z.nullable(z.string()), null),
  mapping: z.record(z.string(), z.unknown()),
});
type Node = z.infer<typeof node>;
type ForeignConversation = z.infer<typeof foreignConversation>;

interface ChatImportCount {
  added: number;
  /** Chats that were there already: they are left as they are. */
  present: number;
  /** Chats that could not be read. */
  skipped: number;
}

/**
 * Reads the `conversations.json` of a ChatGPT export, branches included, one chat at a time.
 * @throws BackupError when it is something else.
 */
export async function importChatGpt(
  database: AlcoveDatabase,
  file: Blob,
  model: string,
  onProgress: OnProgress = () => {},
): Promise<ChatImportCount> {
  const count: ChatImportCount = { added: 0, present: 0, skipped: 0 };
  const pieces = readPieces(file, (bytes) => onProgress(bytes, file.size));
  for await (const bytes of readJsonArray(pieces)) {
    const foreign = read(bytes);
    const chat = foreign && toConversation(foreign, model);
    if (!chat) {
      count.skipped++;
      continue;
    }
    const isNew = await addChat(database, chat);
    if (isNew) count.added++;
    else count.present++;
  }
  if (count.added + count.present === 0) throw new BackupError('No chats were found in this file.');
  return count;
}

function read(bytes: Uint8Array<ArrayBuffer>): ForeignConversation | null {
  try {
    return parseOr(foreignConversation, parseLine(bytes), null);
  } catch (error) {
    // One chat that is no JSON, or nested too deep, costs only itself.
    if (error instanceof BackupError) return null;
    throw error;
  }
}

interface Chat {
  conversation: Conversation;
  messages: Message[];
}

async function addChat(database: AlcoveDatabase, { conversation, messages }: Chat) {
  const { conversations, messages: table, words } = database;
  return database.transaction('rw', conversations, table, words, async () => {
    if (await conversations.get(conversation.id)) return false;
    await conversations.add(conversation);
    await table.bulkPut(messages);
    const { id: conversationId } = conversation;
    await words.bulkPut(
      messages.map((m) => ({ id: m.id, conversationId, words: searchWords(m.text) })),
    );
    return true;
  });
}

/** Message ids get the conversation's before them: in one place alone they need not be unique. */
function toConversation(foreign: ForeignConversation, model: string): Chat | null {
  const { create_time, update_time } = foreign;
  const id = `chatgpt-${foreign.id ?? foreign.conversation_id ?? create_time ?? 0}`;
  const nodes = Object.values(foreign.mapping).flatMap((value) => parseOr(node, value, []));
  const byId = new Map(nodes.map((known) => [known.id, known]));
  const shown = new Set(nodes.filter(hasWords).map((known) => known.id));
  // The answer for each node: many may hang on the same long chain of nodes without words.
  const found = new Map<string, string | null>();
  const nearest = (start: string | null): string | null => {
    const passed: string[] = [];
    let at = start;
    while (at !== null && !shown.has(at) && !found.has(at)) {
      found.set(at, null);
      passed.push(at);
      at = byId.get(at)?.parent ?? null;
    }
    const end = at !== null && shown.has(at) ? at : (found.get(at ?? '') ?? null);
    for (const node of passed) found.set(node, end);
    return end === null ? null : `${id}:${end}`;
  };
  const createdAt = (create_time ?? 0) * 1000;
  const messages = nodes
    .filter(hasWords)
    .map((known, i) => toMessage(known, id, nearest(known.parent), createdAt + i));
  if (messages.length === 0) return null;
  const conversation = parseOr(
    PARSERS.conversations,
    {
      id,
      title: String(foreign.title ?? '').trim() || 'Imported chat',
      named: true,
      pinned: false,
      createdAt,
      updatedAt: (update_time ?? create_time ?? 0) * 1000,
      leafId: nearest(foreign.current_node) ?? messages.at(-1)?.id ?? null,
      settings: { model },
    },
    null,
  );
  return conversation && { conversation, messages };
}

function hasWords({ message: said }: Node): boolean {
  const role = said?.author.role;
  return (role === 'user' || role === 'assistant') && textOf(said) !== '';
}

/** Marks of sources: private characters around ids that mean nothing elsewhere. */
const SOURCE_MARKS = /\ue200[^\ue200\ue201]*\ue201/g;

/** The words that ChatGPT showed of a message; none of calls to its tools. */
function textOf(said: Node['message']): string {
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

function toMessage(
  { id, message: said }: Node,
  conversationId: string,
  parentId: string | null,
  at: number,
): Message {
  const time = said?.create_time;
  const base: Message = {
    id: `${conversationId}:${id}`,
    conversationId,
    parentId,
    role: said?.author.role === 'user' ? 'user' : 'assistant',
    createdAt: time ? time * 1000 : at,
    text: textOf(said),
    state: 'done',
  };
  const slug = said?.metadata?.model_slug;
  return slug ? { ...base, model: slug } : base;
}
