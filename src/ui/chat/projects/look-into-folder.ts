import { isArchive } from '#documents/is-document.ts';
import type { FolderFile, ProjectFolder } from '#storage/chat-records.ts';
import type { AlcoveDatabase } from '#storage/database.ts';
import { addToProject } from '#storage/projects.ts';
import { addDocumentFile, addEach } from '#ui/chat/session/add-files.ts';
import { canRetry } from '#ui/chat/session/conversation-state.ts';
import type { Shelf, ShelfState } from '#ui/chat/session/documents.ts';
import { chatFilesText } from '#ui/messages/chat-files.ts';
import { compare, type FoundFile, filesIn } from './watched-folder.ts';

/** The shelf of a project: what it could not read can be asked for. */
type FolderShelf = Shelf & { state: { getState: () => ShelfState } };

/** What a look into a folder found. */
export interface FolderLook {
  /** Unix milliseconds. */
  at: number;
  /** Files that were read, new and changed ones. */
  read: number;
  /** Files that are not there any more; the project still has their text. */
  gone: FolderFile[];
}

/**
 * Reads new and changed files of a folder. Each file is stored as soon as it is read, in the place of what it said before; one
 * that cannot be read is named in `problems`, and what it said before stays. `again`: looks once more, where a person asks for it.
 * @throws DOMException, FolderTooLarge
 */
export async function lookIntoFolder(
  shelf: FolderShelf,
  folder: ProjectFolder & { handle: FileSystemDirectoryHandle },
  again: () => void,
): Promise<FolderLook> {
  const database = await shelf.ports.store.opened;
  const found = await filesIn(folder.handle, shelf.signal);
  const own = database.documents.where('conversationId').equals(shelf.id);
  const { toRead, gone } = compare(folder, found, new Set(await own.primaryKeys()));
  let read = 0;
  for (const one of toRead) {
    const before = folder.files.find(({ path }) => path === one.path)?.documentId ?? null;
    const state = await readOne(shelf, database, one, before, again);
    shelf.signal.throwIfAborted();
    if (state === null) continue;
    if (state.documentId !== before) read++;
    await database.projectFolders
      .where('id')
      .equals(folder.id)
      .modify((row) => {
        row.files = [...row.files.filter(({ path }) => path !== one.path), state];
      });
  }
  const at = shelf.ports.clock();
  await database.projectFolders.update(folder.id, { lookedAt: at });
  return { at, read, gone };
}

/** @returns the file as it is known from now on; null where it is to be read at the next look, too */
async function readOne(
  shelf: FolderShelf,
  database: AlcoveDatabase,
  { path, file }: FoundFile,
  before: string | null,
  again: () => void,
): Promise<FolderFile | null> {
  let documentId = before;
  const replacing: Shelf = {
    id: shelf.id,
    ports: shelf.ports,
    signal: shelf.signal,
    state: shelf.state,
    ensureRow: () => shelf.ensureRow(),
    async addDocument(document, passages, pictures) {
      await addToProject(database, document, passages, pictures, before);
      documentId = document.id;
    },
  };
  const known = { path, bytes: file.size, modifiedAt: file.lastModified };
  // Its files would have no place to be compared with.
  if (isArchive(path)) {
    const refusal = { text: chatFilesText.unknownKind(path), help: null };
    shelf.state.setState(({ problems }) => ({ problems: [...problems, refusal] }));
    return { ...known, documentId };
  }
  const named = new File([file], path, { type: file.type, lastModified: file.lastModified });
  const isRead = await addEach(replacing, [named], (one) => addDocumentFile(replacing, one), again);
  if (documentId !== before) return { ...known, documentId };
  // A person cancelled it, or it may be read later.
  const isOpen = isRead || shelf.state.getState().problems.some(canRetry);
  return isOpen ? null : { ...known, documentId };
}
