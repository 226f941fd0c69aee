import { searchWords } from '#base/words.ts';
import { listZipEntries, openZipEntry } from '#base/zip.ts';
import type { Conversation, Message } from '#storage/chat-records.ts';
import type { AlcoveDatabase } from '#storage/database.ts';
import { list, parseOr, z } from '#storage/rows/fields.ts';
import { PARSERS } from '#storage/rows/parsers.ts';
import { addClaudeProject, PROJECT_FILES, parseClaudeProject } from './claude-projects.ts';
import { type ForeignChat, type ForeignNode, parseForeignChat } from './foreign-chats.ts';
import { BackupError, LIMITS, megabytes, type OnProgress } from './format.ts';
import { readJsonArray } from './read-json-array.ts';
import { joined, parseLine, readPieces } from './read-lines.ts';

/** What can be imported, for a file with nothing of it. */
const NO_CHATS =
  'No chats or transcripts were found in this file. Alcove imports its own exports (.alcove, .ndjson, .json, .zip, transcripts also .srt, .vtt, .csv, .txt, .md, .docx with times) and the chats of ChatGPT, Claude and Open WebUI (.zip, .json).';
const noChats = (cause?: unknown) => new BackupError(NO_CHATS, { cause, reason: 'nothing' });

export interface ChatImportCount {
  added: number;
  /** Chats that were there already; nothing in them is changed. */
  present: number;
  /** Present chats that were continued elsewhere since, and got the messages that they lacked. */
  grown: number;
  /** Chats that could not be read. */
  skipped: number;
  /** The id of the last chat. */
  last: string | null;
  /** Projects of Claude. */
  projects: { added: number; present: number; last: string | null };
}

interface Chat {
  conversation: Conversation;
  messages: Message[];
}

type Pieces = AsyncIterable<Uint8Array<ArrayBuffer>>;

/** The files of an archive that have chats: `conversations.json`, or `conversations-000.json` and those after it. */
export const CHAT_FILES = /(?:^|\/)conversations(?:-\d+)?\.json$/;

/**
 * Reads the chats of a file, branches included, one at a time: an array of ChatGPT, Claude or Open WebUI, the archive
 * it came in, or one exported chat; and the projects of Claude. A chat that was continued elsewhere gets its new messages.
 * @throws BackupError when it is something else.
 */
export async function importChats(
  database: AlcoveDatabase,
  file: Blob,
  model: string,
  onProgress: OnProgress = () => {},
): Promise<ChatImportCount> {
  const projects = { added: 0, present: 0, last: null };
  const none = { added: 0, present: 0, grown: 0, skipped: 0, last: null };
  const count: ChatImportCount = { ...none, projects };
  const start = (await file.slice(0, 200).text()).trimStart();
  if (start.startsWith('PK')) {
    const unpacked = countUnpacked(file.size, onProgress);
    for await (const { name, pieces } of openChatFiles(file)) {
      const isOne = !CHAT_FILES.test(name) && !name.endsWith('projects.json');
      const all = unpacked(isOne ? asArray(pieces) : pieces);
      await importArray(database, all, model, count);
    }
  } else {
    const pieces = readPieces(file, (bytes) => onProgress(bytes, file.size));
    if (start.startsWith('[')) await importArray(database, pieces, model, count);
    else await add(database, await readOne(pieces, file.size), model, count);
  }
  const { added, present } = count.projects;
  if (count.added + count.present + added + present === 0) throw noChats();
  return count;
}

async function* openChatFiles(file: Blob): AsyncGenerator<{ name: string; pieces: Pieces }> {
  const opened = async <T>(work: Promise<T>) =>
    work.catch((cause: unknown) => {
      throw new BackupError('The archive is damaged or was not downloaded to the end.', { cause });
    });
  const entries = await opened(listZipEntries(file, [CHAT_FILES, PROJECT_FILES]));
  for (const entry of entries) {
    yield { name: entry.name, pieces: await opened(openZipEntry(file, entry)) };
  }
}

/** The one value of a file as an array of one. */
async function* asArray(pieces: Pieces): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  yield new TextEncoder().encode('[');
  yield* pieces;
  yield new TextEncoder().encode(']');
}

/** Passes pieces of an archive on, as long as they are no more than its bytes can honestly hold. */
export function countUnpacked(packed: number, onProgress: OnProgress): (pieces: Pieces) => Pieces {
  const max = Math.min(LIMITS.unpackedBytes, LIMITS.chatBytes + packed * LIMITS.unpackedTimes);
  let bytes = 0;
  return async function* counted(pieces) {
    for await (const piece of pieces) {
      bytes += piece.length;
      if (bytes > max) {
        throw new BackupError(
          `The archive of ${megabytes(packed)} unpacks to more than ${megabytes(max)}, which no export does. What came before was added.`,
        );
      }
      yield piece;
      onProgress(bytes, 0);
    }
  };
}

async function importArray(
  database: AlcoveDatabase,
  pieces: Pieces,
  model: string,
  count: ChatImportCount,
): Promise<void> {
  for await (const bytes of readJsonArray(pieces)) {
    let value: unknown;
    try {
      value = parseLine(bytes);
    } catch (error) {
      // One chat that is no JSON, or nested too deep, costs only itself.
      if (!(error instanceof BackupError)) throw error;
    }
    await add(database, value, model, count);
  }
}

/** The one value of a file. */
async function readOne(pieces: Pieces, size: number): Promise<unknown> {
  if (size > LIMITS.chatBytes) {
    throw new BackupError(
      `A chat in the file is larger than ${megabytes(LIMITS.chatBytes)}, the limit of an import.`,
    );
  }
  const parts: Uint8Array<ArrayBuffer>[] = [];
  for await (const piece of pieces) parts.push(piece);
  const bytes = joined(parts, size);
  try {
    return parseLine(bytes);
  } catch (error) {
    throw error instanceof BackupError ? noChats(error) : error;
  }
}

async function add(
  database: AlcoveDatabase,
  value: unknown,
  model: string,
  count: ChatImportCount,
): Promise<void> {
  const project = parseClaudeProject(value);
  if (project) {
    // Claude made it, as its own sample.
    if (project.is_starter_project) return;
    const { id, isAdded } = await addClaudeProject(database, project);
    count.projects[isAdded ? 'added' : 'present']++;
    count.projects.last = id;
    return;
  }
  const foreign = parseForeignChat(value);
  const chat = foreign ? toChat(foreign, model) : parseOwnChat(value);
  if (!chat) {
    count.skipped++;
    return;
  }
  const what = await addChat(database, chat);
  count.last = chat.conversation.id;
  if (what === 'added') count.added++;
  else count.present++;
  if (what === 'grown') count.grown++;
}

async function addChat(
  database: AlcoveDatabase,
  { conversation, messages }: Chat,
): Promise<'added' | 'present' | 'grown'> {
  const { conversations, messages: table, words } = database;
  return database.transaction('rw', conversations, table, words, async () => {
    const known = await conversations.get(conversation.id);
    if (!known) await conversations.add(conversation);
    // A file that was edited must not write over a message of another chat.
    const ids = messages
      .map(({ id }) => id)
      .filter((id) => known || !id.startsWith(`${conversation.id}:`));
    const stored = new Set<unknown>(await table.where(':id').anyOf(ids).primaryKeys());
    const fresh = known
      ? newerMessages(messages, stored)
      : messages.filter(({ id }) => !stored.has(id));
    if (known && fresh.length === 0) return 'present';
    await table.bulkPut(fresh);
    const { id: conversationId } = conversation;
    await words.bulkPut(
      fresh.map(({ id, text }) => ({ id, conversationId, words: searchWords(text) })),
    );
    if (!known) return 'added';
    if (isBelow(messages, conversation.leafId, known.leafId)) {
      const { leafId, updatedAt } = conversation;
      await conversations.update(known.id, {
        leafId,
        updatedAt: Math.max(updatedAt, known.updatedAt),
      });
    }
    return 'grown';
  });
}

/**
 * The messages that are newer than all stored ones. One that was deleted here stays away where something newer of the chat is
 * here; the last one is not known from one that was written elsewhere since, and comes back.
 */
function newerMessages(messages: readonly Message[], stored: ReadonlySet<unknown>): Message[] {
  let newest = 0;
  for (const { id, createdAt } of messages)
    if (stored.has(id)) newest = Math.max(newest, createdAt);
  return messages.filter(({ id, createdAt }) => !stored.has(id) && createdAt > newest);
}

/** Whether a message is in the thread below another: the shown end of a chat moves only forwards. */
export function isBelow(
  messages: readonly Pick<Message, 'id' | 'parentId'>[],
  leaf: string | null,
  above: string | null,
): boolean {
  const parents = new Map(messages.map(({ id, parentId }) => [id, parentId]));
  const seen = new Set<string>();
  for (let at = leaf; at !== null && !seen.has(at); at = parents.get(at) ?? null) {
    if (at === above) return true;
    seen.add(at);
  }
  return false;
}

const ownChat = z.object({ conversation: PARSERS.conversations, messages: list(PARSERS.messages) });

/** A chat as its own menu exports it. Its files are not part of that. */
function parseOwnChat(value: unknown): Chat | null {
  const chat = parseOr(ownChat, value, null);
  if (!chat) return null;
  const { conversation } = chat;
  const messages = chat.messages
    .filter(({ conversationId }) => conversationId === conversation.id)
    .map(
      ({ files: _, ...message }): Message => ({
        ...message,
        state: message.state === 'running' ? 'stopped' : message.state,
      }),
    );
  return { conversation, messages };
}

/** Message ids get the conversation's before them: in one place alone they need not be unique. */
function toChat(foreign: ForeignChat, model: string): Chat | null {
  const { id, nodes, createdAt, updatedAt } = foreign;
  const byId = new Map(nodes.map((known) => [known.id, known]));
  // The answer for each node: many may hang on the same long chain of nodes without words.
  const found = new Map<string, string | null>();
  const nearest = (start: string | null): string | null => {
    const passed: string[] = [];
    let at = start;
    while (at !== null && !byId.get(at)?.message && !found.has(at)) {
      found.set(at, null);
      passed.push(at);
      at = byId.get(at)?.parent ?? null;
    }
    const end = at !== null && byId.get(at)?.message ? at : (found.get(at ?? '') ?? null);
    for (const node of passed) found.set(node, end);
    return end === null ? null : `${id}:${end}`;
  };
  const messages = nodes
    .filter((known) => known.message !== null)
    .map((known, i) => toMessage(known, id, nearest(known.parent), createdAt + i));
  if (messages.length === 0) return null;
  const row = {
    id,
    title: foreign.title.trim() || 'Imported chat',
    named: true,
    pinned: false,
    createdAt,
    updatedAt,
    leafId: nearest(foreign.current) ?? messages.at(-1)?.id ?? null,
    settings: { model },
  };
  const conversation = parseOr(PARSERS.conversations, row, null);
  return conversation && { conversation, messages };
}

function toMessage(
  { id, message }: ForeignNode,
  conversationId: string,
  parentId: string | null,
  createdAt: number,
): Message {
  return {
    id: `${conversationId}:${id}`,
    conversationId,
    parentId,
    role: message?.role ?? 'user',
    createdAt: message?.at ?? createdAt,
    text: message?.text ?? '',
    state: 'done',
    ...(message?.model ? { model: message.model } : {}),
  };
}
