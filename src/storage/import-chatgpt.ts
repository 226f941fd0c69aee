import { BackupError } from './backup.ts';
import type { Conversation, Message } from './chat-records.ts';
import type { AlcoveDatabase } from './database.ts';
import { searchWords } from './search-words.ts';

interface Node {
  id: string;
  parent: string | null;
  message: {
    author: { role: string };
    create_time: number | null;
    content: { content_type: string; parts?: unknown[] };
    metadata?: { model_slug?: string };
  } | null;
}

interface ForeignConversation {
  id?: string;
  conversation_id?: string;
  title?: string;
  create_time?: number;
  update_time?: number;
  current_node?: string;
  mapping?: Record<string, Node>;
}

/**
 * Reads the `conversations.json` of a ChatGPT export, branches included.
 * @returns how many chats were added; known ones are left as they are.
 * @throws BackupError when it is something else.
 */
export async function importChatGpt(
  database: AlcoveDatabase,
  text: string,
  model: string,
): Promise<{ added: number; kept: number }> {
  const count = { added: 0, kept: 0 };
  for (const foreign of readList(text)) {
    const { conversation, messages } = toConversation(foreign, model);
    if (messages.length === 0) continue;
    if (await database.conversations.get(conversation.id)) {
      count.kept++;
      continue;
    }
    const { conversations, messages: table, words } = database;
    await database.transaction('rw', conversations, table, words, async () => {
      await conversations.add(conversation);
      await table.bulkPut(messages);
      const { id: conversationId } = conversation;
      await words.bulkPut(
        messages.map((m) => ({ id: m.id, conversationId, words: searchWords(m.text) })),
      );
    });
    count.added++;
  }
  return count;
}

function readList(text: string): ForeignConversation[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new BackupError('The file is not JSON.');
  }
  const list = Array.isArray(value) ? (value as ForeignConversation[]) : [];
  const known = list.filter((item) => typeof item?.mapping === 'object');
  if (known.length === 0) throw new BackupError('No chats were found in this file.');
  return known;
}

/** Message ids get the conversation's before them: in one place alone they need not be unique. */
function toConversation(
  foreign: ForeignConversation,
  model: string,
): { conversation: Conversation; messages: Message[] } {
  const id = `chatgpt-${foreign.id ?? foreign.conversation_id ?? foreign.create_time ?? 0}`;
  const nodes = Object.values(foreign.mapping ?? {});
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const kept = new Set(nodes.filter(hasWords).map((node) => node.id));
  const nearest = (start: string | null): string | null => {
    const seen = new Set<string>();
    let at = start;
    while (at !== null && !kept.has(at) && !seen.has(at)) {
      seen.add(at);
      at = byId.get(at)?.parent ?? null;
    }
    return at !== null && kept.has(at) ? `${id}:${at}` : null;
  };
  const createdAt = (foreign.create_time ?? 0) * 1000;
  const messages = nodes
    .filter(hasWords)
    .map((node, i) => toMessage(node, id, nearest(node.parent), createdAt + i));
  const leafId = nearest(foreign.current_node ?? null) ?? messages.at(-1)?.id ?? null;
  const settings = {
    model,
    secondModel: null,
    system: '',
    sampling: {},
    outputSchema: '',
    tools: [],
  };
  const conversation: Conversation = {
    id,
    title: foreign.title?.trim() || 'Imported chat',
    named: true,
    pinned: false,
    createdAt,
    updatedAt: (foreign.update_time ?? foreign.create_time ?? 0) * 1000,
    leafId,
    settings,
  };
  return { conversation, messages };
}

function hasWords({ message }: Node): boolean {
  const role = message?.author.role;
  return (role === 'user' || role === 'assistant') && textOf(message) !== '';
}

function textOf(message: Node['message']): string {
  const parts = message?.content.parts ?? [];
  return parts
    .filter((part) => typeof part === 'string')
    .join('\n')
    .trim();
}

function toMessage(
  node: Node,
  conversationId: string,
  parentId: string | null,
  at: number,
): Message {
  const { message } = node;
  const time = message?.create_time;
  const base: Message = {
    id: `${conversationId}:${node.id}`,
    conversationId,
    parentId,
    role: message?.author.role === 'user' ? 'user' : 'assistant',
    createdAt: time ? time * 1000 : at,
    text: textOf(message),
    state: 'done',
  };
  const slug = message?.metadata?.model_slug;
  return slug ? { ...base, model: slug } : base;
}
