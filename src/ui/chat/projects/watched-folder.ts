import type { FolderFile, ProjectFolder } from '#storage/chat-records.ts';
import type { AlcoveDatabase } from '#storage/database.ts';

/** Files of one folder, and folders in folders: a home folder chosen by mistake has more. */
export const MAX_FILES = 5_000;
const MAX_DEPTH = 12;

/** A file of a folder, and its path in it. */
export interface FoundFile {
  path: string;
  file: File;
}

/** What became of a folder since the last look. */
export interface FolderChanges {
  /** New ones, and files of another size or time than before. */
  toRead: FoundFile[];
  /** Files that are not there any more and whose text the project has. */
  gone: FolderFile[];
}

/** What Chromium's pages know of a folder that a person chose; types of others do not have it. */
interface Permissions {
  queryPermission?: (options: { mode: 'read' }) => Promise<PermissionState>;
  requestPermission?: (options: { mode: 'read' }) => Promise<PermissionState>;
}
const READING = { mode: 'read' } as const;

type Chooser = (options: { id: string; mode: 'read' }) => Promise<FileSystemDirectoryHandle>;

/** The browser's dialog for a folder that can be looked at again; null where there is none. */
export function folderChooser(): (() => Promise<FileSystemDirectoryHandle>) | null {
  const { showDirectoryPicker } = globalThis as { showDirectoryPicker?: Chooser };
  return showDirectoryPicker
    ? () => showDirectoryPicker.call(globalThis, { id: 'alcove-project', mode: 'read' })
    : null;
}

/** Whether a folder may be read. `isPressed`: the browser may ask, which it does right after a press only. */
export async function mayRead(
  handle: FileSystemDirectoryHandle,
  isPressed: boolean,
): Promise<boolean> {
  const { queryPermission, requestPermission } = handle as Permissions;
  const state = (await queryPermission?.call(handle, READING)) ?? 'granted';
  if (state === 'granted' || !isPressed) return state === 'granted';
  return (await requestPermission?.call(handle, READING)) === 'granted';
}

/** Hidden files, files of Windows' folders, and what Office writes while a document is open. */
const isOfSystem = (name: string) => /^(?:\.|~\$|thumbs\.db$|desktop\.ini$)/i.test(name);

/** A file that was deleted since its folder was listed is gone. */
function orGone(error: unknown): null {
  if (error instanceof DOMException && error.name === 'NotFoundError') return null;
  throw error;
}

/** All files of a folder but hidden ones, by path. @throws DOMException where it is gone, FolderTooLarge */
export async function filesIn(
  folder: FileSystemDirectoryHandle,
  signal: AbortSignal,
): Promise<FoundFile[]> {
  const found: FoundFile[] = [];
  for await (const [path, handle] of entriesOf(folder, '', 0)) {
    signal.throwIfAborted();
    if (found.length === MAX_FILES) throw new FolderTooLarge();
    const file = await handle.getFile().catch(orGone);
    if (file) found.push({ path, file });
  }
  return found.sort((a, b) => a.path.localeCompare(b.path, undefined, { numeric: true }));
}

async function* entriesOf(
  folder: FileSystemDirectoryHandle,
  prefix: string,
  depth: number,
): AsyncGenerator<readonly [path: string, file: FileSystemFileHandle]> {
  for await (const inner of folder.values()) {
    if (isOfSystem(inner.name)) continue;
    const path = prefix + inner.name;
    if (inner.kind === 'file') yield [path, inner as FileSystemFileHandle];
    else if (depth < MAX_DEPTH) {
      yield* entriesOf(inner as FileSystemDirectoryHandle, `${path}/`, depth + 1);
    }
  }
}

/** A folder has more files than are read. */
export class FolderTooLarge extends Error {
  override readonly name = 'FolderTooLarge';
}

/** Compares a folder with its files as they were read. `present`: ids of the project's documents: a file that a person removed stays out. */
export function compare(
  { files }: Pick<ProjectFolder, 'files'>,
  found: readonly FoundFile[],
  present: ReadonlySet<string>,
): FolderChanges {
  const known = new Map(files.map((file) => [file.path, file]));
  const there = new Set(found.map(({ path }) => path));
  const isRemoved = ({ documentId }: FolderFile) => documentId !== null && !present.has(documentId);
  return {
    toRead: found.filter(({ path, file }) => {
      const before = known.get(path);
      if (!before) return true;
      const isSame = before.bytes === file.size && before.modifiedAt === file.lastModified;
      return !isSame && !isRemoved(before);
    }),
    gone: files.filter(
      (file) => !there.has(file.path) && file.documentId !== null && !isRemoved(file),
    ),
  };
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
