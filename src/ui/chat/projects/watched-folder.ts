import type { FolderFile, ProjectFolder } from '#storage/chat-records.ts';

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

/** All files of a folder but hidden ones, by path. @throws DOMException where it is gone, FolderTooLarge */
export async function filesIn(
  folder: FileSystemDirectoryHandle,
  signal: AbortSignal,
): Promise<FoundFile[]> {
  const found: FoundFile[] = [];
  const walk = async (handle: FileSystemDirectoryHandle, prefix: string, depth: number) => {
    for await (const inner of handle.values()) {
      signal.throwIfAborted();
      if (inner.name.startsWith('.')) continue;
      const path = prefix + inner.name;
      if (inner.kind === 'directory') {
        if (depth < MAX_DEPTH)
          await walk(inner as FileSystemDirectoryHandle, `${path}/`, depth + 1);
        continue;
      }
      if (found.length === MAX_FILES) throw new FolderTooLarge();
      found.push({ path, file: await (inner as FileSystemFileHandle).getFile() });
    }
  };
  await walk(folder, '', 0);
  return found.sort((a, b) => a.path.localeCompare(b.path, undefined, { numeric: true }));
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
