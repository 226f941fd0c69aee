/** Files of one folder, and folders in folders: a home folder chosen by mistake has more. */
export const MAX_FILES = 5_000;
const MAX_DEPTH = 12;

/** A file of a folder, and its path in it. */
export interface FoundFile {
  path: string;
  file: File;
}

/** A file as it was read last. */
interface KnownFile {
  path: string;
  bytes: number;
  /** Unix milliseconds. */
  modifiedAt: number;
}

/** A folder that is followed; its handle is null where the browser does not give it out any more. */
interface Followed {
  name: string;
  handle: FileSystemDirectoryHandle | null;
}

/** What became of a folder since the last look. */
export interface FolderChanges<File extends KnownFile> {
  /** New ones, and files of another size or time than before. */
  toRead: FoundFile[];
  /** Known files that are not there any more. */
  gone: File[];
}

/** What Chromium's pages know of a folder that a person chose; types of others do not have it. */
interface Permissions {
  queryPermission?: (options: { mode: 'read' }) => Promise<PermissionState>;
  requestPermission?: (options: { mode: 'read' }) => Promise<PermissionState>;
}
const READING = { mode: 'read' } as const;

type Chooser = (options: { id: string; mode: 'read' }) => Promise<FileSystemDirectoryHandle>;

/**
 * The browser's dialog for a folder that can be looked at again; null where there is none. `id`: it opens where the last folder
 * of this id is.
 */
export function folderChooser(id: string): (() => Promise<FileSystemDirectoryHandle>) | null {
  const { showDirectoryPicker } = globalThis as { showDirectoryPicker?: Chooser };
  return showDirectoryPicker
    ? () => showDirectoryPicker.call(globalThis, { id, mode: 'read' })
    : null;
}

/** The row of a folder that is followed already, or one of its name without a handle, which came with a backup; else null. */
export async function findFollowed<Row extends Followed>(
  rows: readonly Row[],
  handle: FileSystemDirectoryHandle,
): Promise<Row | null> {
  for (const row of rows) if (await row.handle?.isSameEntry(handle)) return row;
  return rows.find((row) => !row.handle && row.name === handle.name) ?? null;
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

/** All files of a folder but hidden ones, by path. `accepts`: names that are looked at. @throws DOMException where it is gone, FolderTooLarge */
export async function filesIn(
  folder: FileSystemDirectoryHandle,
  signal: AbortSignal,
  accepts: (name: string) => boolean = () => true,
): Promise<FoundFile[]> {
  const found: FoundFile[] = [];
  for await (const [path, handle] of entriesOf(folder, '', 0)) {
    signal.throwIfAborted();
    if (!accepts(handle.name)) continue;
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

/** Compares a folder with its files as they were read. `isRemoved`: a person removed what a file became: it stays out. */
export function compare<File extends KnownFile>(
  files: readonly File[],
  found: readonly FoundFile[],
  isRemoved: (file: File) => boolean,
): FolderChanges<File> {
  const known = new Map(files.map((file) => [file.path, file]));
  const there = new Set(found.map(({ path }) => path));
  return {
    toRead: found.filter(({ path, file }) => {
      const before = known.get(path);
      if (!before) return true;
      const isSame = before.bytes === file.size && before.modifiedAt === file.lastModified;
      return !isSame && !isRemoved(before);
    }),
    gone: files.filter(({ path }) => !there.has(path)),
  };
}
