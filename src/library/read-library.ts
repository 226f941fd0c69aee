import type { ChatDocument } from '#storage/chat-records.ts';
import type { AlcoveDatabase } from '#storage/database.ts';
import { inOrder } from '#storage/transcript-edits.ts';
import type { StoredSegment } from '#storage/transcript-records.ts';
import type { ItemHead, LibraryItem, LibraryText } from './library-item.ts';

/** Characters of a recording that are one text: about a minute. */
const SPOKEN = 600;
const NO_VECTOR = new Float32Array(0);

/**
 * Everything that is stored and can be searched, without its texts. What a deleted chat or project may have left
 * behind is none of it, and a temporary chat is never stored.
 */
export async function readHeads(database: AlcoveDatabase): Promise<ItemHead[]> {
  const [chats, projects, recordings] = await Promise.all([
    database.conversations.toArray(),
    database.projects.toArray(),
    database.recordings.toArray(),
  ]);
  const places = new Map<string, LibraryItem['within']>([
    ...chats.map(({ id, title }) => [id, { kind: 'chat', id, name: title }] as const),
    ...projects.map(({ id, name }) => [id, { kind: 'project', id, name }] as const),
  ]);
  const heads = chats.map(
    ({ id, title, updatedAt, leafId, project }): ItemHead => ({
      ...{ key: `chat:${id}`, kind: 'chat', id, name: title, at: updatedAt },
      within: (project && places.get(project)) || null,
      revision: `${updatedAt}:${leafId}:${title}`,
      readTexts: () => readMessages(database, id),
    }),
  );
  for (const recording of recordings) {
    const { id, name, addedAt, revision, windowsDone, state } = recording;
    heads.push({
      ...{ key: `transcript:${id}`, kind: 'transcript', id, name, at: addedAt, within: null },
      revision: `${revision}:${windowsDone}:${state}:${name}`,
      readTexts: () => readSegments(database, id),
    });
  }
  return [...(await readDocuments(database, places)), ...heads];
}

/** Texts of documents are long: only the facts of one are read here. */
async function readDocuments(
  database: AlcoveDatabase,
  places: ReadonlyMap<string, LibraryItem['within']>,
): Promise<ItemHead[]> {
  const { documents, passages } = database;
  const heads: ItemHead[] = [];
  for (const [place, within] of places) {
    const ids = await documents.where('conversationId').equals(place).primaryKeys();
    for (const id of ids) {
      const first = await passages.where('documentId').equals(id).first();
      heads.push({
        ...{ key: `document:${id}`, kind: 'document', id, name: '', at: 0, within },
        revision: `${first?.model}:${first?.revision}`,
        readTexts: () => readPassages(database, id),
      });
    }
  }
  return heads;
}

/** The name and the date of a document, which its head has not. */
export async function nameDocument(
  { documents }: AlcoveDatabase,
  item: LibraryItem,
): Promise<LibraryItem> {
  const row = item.kind === 'document' ? await documents.get(item.id) : undefined;
  return row ? { ...item, name: row.name, at: row.createdAt } : item;
}

async function readPassages(database: AlcoveDatabase, id: string): Promise<LibraryText[]> {
  const { documents, passages } = database;
  const document = await documents.get(id);
  if (!document) return [];
  const rows = await passages.where('documentId').equals(id).toArray();
  return rows
    .sort((a, b) => a.start - b.start)
    .map(({ start, end, text, vector, model, revision }) => ({
      ...{ documentId: `document:${id}`, start, end, text, vector },
      ...(model !== undefined && revision !== undefined ? { model, revision } : {}),
      ...pageOf(document, start),
    }));
}

function pageOf({ pages = [] }: ChatDocument, start: number): { page?: number } {
  const index = pages.findLastIndex((page) => page.start <= start && page.end > page.start);
  return index < 0 ? {} : { page: index + 1 };
}

async function readMessages({ messages }: AlcoveDatabase, id: string): Promise<LibraryText[]> {
  const rows = await messages.where('conversationId').equals(id).toArray();
  return rows
    .filter(({ role, text }) => role !== 'tool' && text.trim() !== '')
    .sort((a, b) => a.createdAt - b.createdAt)
    .map(({ id: messageId, text }, at) => ({
      ...{ documentId: `chat:${id}`, start: at, end: at, text },
      ...{ vector: NO_VECTOR, messageId },
    }));
}

async function readSegments({ segments }: AlcoveDatabase, id: string): Promise<LibraryText[]> {
  const rows = inOrder(await segments.where('recordingId').equals(id).toArray());
  const texts: LibraryText[] = [];
  let some: StoredSegment[] = [];
  let length = 0;
  const end = () => {
    if (some.length > 0) texts.push(spokenText(id, some));
    some = [];
    length = 0;
  };
  for (const segment of rows) {
    some.push(segment);
    length += segment.text.length;
    if (length >= SPOKEN) end();
  }
  end();
  return texts;
}

function spokenText(id: string, some: readonly StoredSegment[]): LibraryText {
  let text = '';
  const times: { at: number; seconds: number }[] = [];
  for (const { text: said, start } of some) {
    if (text !== '') text += ' ';
    times.push({ at: text.length, seconds: start });
    text += said.trim();
  }
  const start = Math.round((some[0]?.start ?? 0) * 1_000);
  const place = { documentId: `transcript:${id}`, start, end: start };
  return { ...place, text, vector: NO_VECTOR, times };
}
