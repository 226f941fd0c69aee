import type { ChatDocument, PagePicture, Passage, Project } from './chat-records.ts';
import type { AlcoveDatabase } from './database.ts';
import { type RowPlaces, removeRows } from './remove-rows.ts';
import { storable } from './storable.ts';

/** A project and all that belongs to it, its chats excepted. */
const PLACES: RowPlaces = [
  ['projects', 'id'],
  ['documents', 'conversationId'],
  ['passages', 'conversationId'],
  ['pagePictures', 'conversationId'],
  ['boundaries', 'conversationId'],
  ['projectFolders', 'conversationId'],
];

/** A document and all that belongs to it. */
const DOCUMENT_PLACES: RowPlaces = [
  ['documents', 'id'],
  ['passages', 'documentId'],
  ['pagePictures', 'documentId'],
  ['boundaries', 'id'],
];

export interface OpenProject extends Project {
  documents: ChatDocument[];
}

/** A project with its documents; null for no id, and for one that was deleted. */
export async function readProject(
  { projects, documents }: AlcoveDatabase,
  id: string | undefined,
): Promise<OpenProject | null> {
  const project = id ? await projects.get(id) : undefined;
  if (!project) return null;
  const own = await documents.where('conversationId').equals(project.id).toArray();
  return { ...project, documents: own };
}

/** The passages of a project's documents. */
export async function projectPassages(
  { projects, passages }: AlcoveDatabase,
  id: string | undefined,
): Promise<Passage[]> {
  if (!id || !(await projects.get(id))) return [];
  return passages.where('conversationId').equals(id).toArray();
}

/**
 * Stores a document with its passages and the pictures of its pages, if its project is still there.
 * @param replaced id of the document whose place and label it takes: the same file as it was before
 * @throws DOMException where the project is not there
 */
export async function addToProject(
  database: AlcoveDatabase,
  document: ChatDocument,
  made: readonly Passage[],
  pictures: readonly PagePicture[] = [],
  replaced: string | null = null,
): Promise<void> {
  const { projects, projectFolders, documents, passages, pagePictures, boundaries } = database;
  const pages = await Promise.all(pictures.map(storable));
  const tables = [projects, projectFolders, documents, passages, pagePictures, boundaries];
  await database.transaction('rw', tables, async () => {
    if (!(await projects.get(document.conversationId)))
      throw new DOMException('The project was deleted.', 'AbortError');
    if (replaced !== null) {
      const label = await boundaries.get(replaced);
      for (const [name, index] of DOCUMENT_PLACES)
        await database.table(name).where(index).equals(replaced).delete();
      if (label) await boundaries.put({ ...label, id: document.id });
      // A folder that still named the replaced one would take its file for one that a person removed.
      await projectFolders
        .where('conversationId')
        .equals(document.conversationId)
        .modify(({ files }) => {
          const file = files.find(({ documentId }) => documentId === replaced);
          if (file) file.documentId = document.id;
          return file !== undefined;
        });
    }
    await documents.add(document);
    await passages.bulkAdd(made);
    await pagePictures.bulkAdd(pages);
  });
}

/** Removes a document with its passages. @returns a function that undoes it, while its project is there */
export async function removeDocument(
  database: AlcoveDatabase,
  { id, conversationId }: ChatDocument,
): Promise<() => Promise<void>> {
  const undo = await removeRows(database, DOCUMENT_PLACES, id);
  return async () => {
    if (await database.projects.get(conversationId)) await undo();
  };
}

/**
 * Removes a project with its documents; its chats are in none from now on.
 * @returns a function that undoes it: a chat that is in another project by then stays there.
 */
export async function removeProject(
  database: AlcoveDatabase,
  id: string,
): Promise<() => Promise<void>> {
  const { conversations } = database;
  const tables = [conversations, ...PLACES.map(([name]) => database.table(name))];
  const move = (from: string, to: string, only?: ReadonlySet<string>) =>
    conversations
      .filter((row) => (row.project ?? '') === from && (only?.has(row.id) ?? true))
      .modify({ project: to });
  const { undo, chats } = await database.transaction('rw', tables, async () => {
    const members = await conversations.filter((row) => row.project === id).primaryKeys();
    await move(id, '');
    return { undo: await removeRows(database, PLACES, id), chats: new Set(members) };
  });
  return async () => {
    await undo();
    await move('', id, chats);
  };
}

/** What the vectors of a project take: bytes, and the models that made them, by their ids. */
export interface VectorSizes {
  passages: number;
  bytes: number;
  models: string[];
}

export async function measureVectors(
  { passages }: AlcoveDatabase,
  id: string,
): Promise<VectorSizes> {
  const models = new Set<string>();
  const sizes = { passages: 0, bytes: 0 };
  await passages
    .where('conversationId')
    .equals(id)
    .each(({ vector, model }) => {
      sizes.passages++;
      sizes.bytes += vector.byteLength;
      if (model !== undefined && vector.length > 0) models.add(model);
    });
  return { ...sizes, models: [...models] };
}
