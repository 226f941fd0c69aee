import { isArchive } from '#documents/is-document.ts';
import type { FolderFile, ProjectFolder } from '#storage/chat-records.ts';
import type { AlcoveDatabase } from '#storage/database.ts';
import { addToProject } from '#storage/projects.ts';
import { addDocumentFile, addEach } from '#ui/chat/session/add-files.ts';
import { canRetry, type Refusal } from '#ui/chat/session/conversation-state.ts';
import { type Shelf, showProblem } from '#ui/chat/session/documents.ts';
import { chatFilesText } from '#ui/messages/chat-files.ts';
import { compare, type FoundFile, filesIn } from '#ui/state/watched-folder.ts';

/** What a look into a folder found. */
export interface FolderLook {
  /** Unix milliseconds. */
  at: number;
  /** Files that were read, new and changed ones. */
  read: number;
  /** Files that are not there any more; the project still has their text. */
  gone: FolderFile[];
}

type OpenFolder = ProjectFolder & { handle: FileSystemDirectoryHandle };

/**
 * Reads new and changed files of a folder. Each file is stored as soon as it is read, in the place of what it said before; one
 * that cannot be read is named in `problems`, and what it said before stays.
 * @param shelf of the project; its signal aborts once the folder is not followed any more
 * @param again looks once more, where a person asks for it
 * @throws DOMException, FolderTooLarge
 */
export async function lookIntoFolder(
  shelf: Shelf,
  folder: OpenFolder,
  again: () => void,
): Promise<FolderLook> {
  const database = await shelf.ports.store.opened;
  const found = await filesIn(folder.handle, shelf.signal);
  shelf.state.setState(({ problems }) => ({
    problems: problems.filter((problem) => problem.folder !== folder.id),
  }));
  const own = database.documents.where('conversationId').equals(shelf.id);
  const present = new Set(await own.primaryKeys());
  const isRemoved = ({ documentId }: FolderFile) => documentId !== null && !present.has(documentId);
  const { toRead, gone } = compare(folder.files, found, isRemoved);
  const known = new Map(folder.files.map(({ path, documentId }) => [path, documentId]));
  const others = await withoutFolder(
    database,
    shelf.id,
    toRead.map(({ path }) => path).filter((path) => !known.has(path)),
  );
  let read = 0;
  const files: FolderFile[] = [];
  let noted = known.size;
  const noteAll = async () => {
    noted += files.length;
    await note(database, folder.id, files.splice(0));
  };
  try {
    for (const one of toRead) {
      if (!(await database.projectFolders.get(folder.id))) break;
      const before = known.get(one.path) ?? null;
      const same = before === null ? (others.get(one.path) ?? []) : [before];
      const became = await readOne(shelf, folder.id, one, { before, same }, again);
      if (became?.isNew) read++;
      if (became) files.push(became.file);
      // The row has all files: written after each of thousands, it would cost more than reading them.
      if (files.length > noted * NOTED_SHARE) await noteAll();
      shelf.signal.throwIfAborted();
    }
  } finally {
    // Also where the look ends now: a stored document that no folder knows would be read twice.
    if (files.length > 0) await noteAll();
  }
  const at = shelf.ports.clock();
  await database.projectFolders.update(folder.id, { lookedAt: at });
  return { at, read, gone: gone.filter((file) => file.documentId !== null && !isRemoved(file)) };
}

/** Files that a folder's row gets together, as a share of those it has. */
const NOTED_SHARE = 0.05;

async function note({ projectFolders }: AlcoveDatabase, id: string, files: readonly FolderFile[]) {
  const paths = new Set(files.map(({ path }) => path));
  await projectFolders
    .where('id')
    .equals(id)
    .modify((row) => {
      row.files = [...row.files.filter(({ path }) => !paths.has(path)), ...files];
    });
}

/** The documents of a project that are of no folder, by name: a folder that was followed before left them. @returns their ids */
async function withoutFolder(
  { documents, projectFolders }: AlcoveDatabase,
  projectId: string,
  names: readonly string[],
): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>(names.map((name) => [name, []]));
  if (names.length === 0) return found;
  const folders = await projectFolders.where('conversationId').equals(projectId).toArray();
  const known = new Set(folders.flatMap(({ files }) => files.map((file) => file.documentId)));
  await documents
    .where('conversationId')
    .equals(projectId)
    .each(({ id, name }) => {
      if (!known.has(id)) found.get(name)?.push(id);
    });
  return found;
}

interface Known {
  /** The document that the file was until now. */
  before: string | null;
  /** Documents that it may be again, word for word. */
  same: readonly string[];
}

/** @returns the file as it is known from now on; null where it is to be read at the next look, too */
async function readOne(
  shelf: Shelf,
  folder: string,
  { path, file }: FoundFile,
  { before, same }: Known,
  again: () => void,
): Promise<{ file: FolderFile; isNew: boolean } | null> {
  const database = await shelf.ports.store.opened;
  const refused: Refusal[] = [];
  let documentId = before;
  let isSame = false;
  const replacing: Shelf = {
    id: shelf.id,
    ports: shelf.ports,
    signal: shelf.signal,
    state: {
      setState: (change) =>
        shelf.state.setState((state) => {
          const changed = change(state);
          const problems = changed.problems?.map((problem) => {
            if (state.problems.includes(problem)) return problem;
            refused.push(problem);
            return { ...problem, folder };
          });
          return { ...changed, ...(problems && { problems }) };
        }),
    },
    ensureRow: () => shelf.ensureRow(),
    async hasText(text) {
      const documents = await database.documents.bulkGet([...same]);
      const found = documents.find((document) => document?.text === text);
      isSame = found !== undefined;
      documentId = found?.id ?? documentId;
      return isSame;
    },
    async addDocument(document, passages, pictures) {
      // Another tab may have ended it meanwhile.
      if (!(await database.projectFolders.get(folder))) return;
      await addToProject(database, document, passages, pictures, before);
      documentId = document.id;
    },
  };
  const known = { path, bytes: file.size, modifiedAt: file.lastModified };
  // Its files would have no place to be compared with.
  if (isArchive(path)) {
    showProblem(replacing, { text: chatFilesText.unknownKind(path), help: null });
    return { file: { ...known, documentId }, isNew: false };
  }
  const named = new File([file], path, { type: file.type, lastModified: file.lastModified });
  const isRead = await addEach(replacing, [named], (one) => addDocumentFile(replacing, one), again);
  const isNew = !isSame && documentId !== before;
  // A person cancelled it, or it may be read later.
  const isOpen = !isSame && !isNew && (isRead || shelf.signal.aborted || refused.some(canRetry));
  return isOpen ? null : { file: { ...known, documentId }, isNew };
}

/** Forgets files in the folders of a project: one that is there again is a new one. @returns what undoes it */
export async function forgetFiles(
  { projectFolders }: AlcoveDatabase,
  projectId: string,
  files: readonly FolderFile[],
): Promise<() => Promise<void>> {
  const gone = new Set(files.map(({ documentId }) => documentId));
  const isGone = ({ documentId }: FolderFile) => documentId !== null && gone.has(documentId);
  const folders = projectFolders.where('conversationId').equals(projectId);
  const forgotten = new Map<string, FolderFile[]>();
  await folders.modify((row) => {
    forgotten.set(row.id, row.files.filter(isGone));
    row.files = row.files.filter((file) => !isGone(file));
  });
  return async () => {
    await folders.modify((row) => {
      const paths = new Set(row.files.map(({ path }) => path));
      const back = forgotten.get(row.id)?.filter(({ path }) => !paths.has(path)) ?? [];
      row.files = [...row.files, ...back];
    });
  };
}
