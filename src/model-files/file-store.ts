import { NO_STORAGE } from '#contract/download-reasons.ts';
import { can } from '#device/capabilities.ts';
import { DownloadError } from './model-file.ts';

/** Facts about a complete file. Written last: a file without them is partial. */
export interface FileMark {
  bytes: number;
  sha256: string;
  /** Whether the hub names the same hash. */
  isFromHub?: boolean;
}

/** Ends the name of the file that marks another one as whole. */
const MARK = '.mark';

/** A file open for reading and writing at any place. @see https://fs.spec.whatwg.org/#api-filesystemsyncaccesshandle */
export interface OpenFile {
  getSize(): number;
  read(into: Uint8Array, options: { at: number }): number;
  write(from: Uint8Array, options: { at: number }): number;
  truncate(size: number): void;
  flush(): void;
  close(): void;
}

/** Private windows of Firefox and WebKit: the function is there, and fails. */
const NO_FILES =
  'This window has no private file system, so no model can be downloaded. Use a normal window.';

/** Files can be opened so in workers only; types made for pages do not know it. */
interface Openable {
  createSyncAccessHandle(options?: { mode: 'read-only' }): Promise<OpenFile>;
}

/** Whether a file can be opened for reading by several at a time; else opening one locks it. */
function canShareFiles(): boolean {
  const { FileSystemSyncAccessHandle: type } = globalThis as {
    FileSystemSyncAccessHandle?: { prototype: object };
  };
  return type !== undefined && 'mode' in type.prototype;
}

/**
 * Model files in the origin's private file system, a folder for each model. A file is whole when its
 * marker is stored next to it; before that it is a part that a download resumes.
 * @see https://fs.spec.whatwg.org/
 */
export class FileStore {
  readonly #root: () => Promise<FileSystemDirectoryHandle>;

  constructor(root = () => navigator.storage.getDirectory()) {
    this.#root = root;
  }

  /** The whole file; null when there is none, or only a part. */
  async read(model: string, path: string): Promise<File | null> {
    const mark = await this.mark(model, path);
    const handle = mark && (await this.#handle(model, path, false));
    if (!handle) return null;
    const file = await handle.getFile();
    return file.size === mark.bytes ? file : null;
  }

  /** The whole files of a model by their paths. */
  async readAll(model: string): Promise<Map<string, File>> {
    const files = new Map<string, File>();
    for (const path of await this.paths(model)) {
      const file = await this.read(model, path);
      if (file) files.set(path, file);
    }
    return files;
  }

  /** Paths of the files that were downloaded whole. */
  async paths(model: string): Promise<string[]> {
    const root = await this.#models();
    const folder = await root.getDirectoryHandle(folderOf(model)).catch(ignoreMissing);
    const paths: string[] = [];
    for await (const name of folder?.keys() ?? []) {
      const path = decodeURIComponent(name);
      if (path.endsWith(MARK)) paths.push(path.slice(0, -MARK.length));
    }
    return paths;
  }

  async mark(model: string, path: string): Promise<FileMark | null> {
    const handle = await this.#handle(model, `${path}${MARK}`, false);
    if (!handle) return null;
    try {
      return JSON.parse(await (await handle.getFile()).text()) as FileMark;
    } catch {
      // A mark that was being written when the browser went: the file is checked again.
      return null;
    }
  }

  /** Bytes of a part that are already there. */
  async partBytes(model: string, path: string): Promise<number> {
    const handle = await this.#handle(model, path, false);
    return handle ? (await handle.getFile()).size : 0;
  }

  /** The address a part came from; null when unknown. */
  async partVersion(model: string, path: string): Promise<string | null> {
    const handle = await this.#handle(model, `${path}.version`, false);
    return handle ? (await handle.getFile()).text() : null;
  }

  async setPartVersion(model: string, path: string, url: string): Promise<void> {
    await this.#writeText(model, `${path}.version`, url);
  }

  /** Opens a file to be written on from any place. Only in a dedicated worker. */
  async open(model: string, path: string): Promise<OpenFile> {
    const handle = await this.#handle(model, path, true);
    return (handle as unknown as Openable).createSyncAccessHandle();
  }

  /** Opens a file to be read next to others that read it; null where that is impossible. Only in a dedicated worker. */
  async openToRead(model: string, path: string): Promise<OpenFile | null> {
    if (!canShareFiles()) return null;
    const handle = (await this.#handle(model, path, false)) as unknown as Openable | null;
    // One that is being replaced or deleted.
    return handle?.createSyncAccessHandle({ mode: 'read-only' }).catch(() => null) ?? null;
  }

  async complete(model: string, path: string, mark: FileMark): Promise<void> {
    await this.#writeText(model, `${path}${MARK}`, JSON.stringify(mark));
    await this.#remove(model, `${path}.version`);
  }

  /** Forgets a file, whole or part. */
  async discard(model: string, path: string): Promise<void> {
    for (const suffix of [MARK, '.version', '']) await this.#remove(model, path + suffix);
  }

  /** Forgets all files of a model. */
  async discardModel(model: string): Promise<void> {
    const root = await this.#models().catch(ignoreNoFiles);
    await root?.removeEntry(folderOf(model), { recursive: true }).catch(ignoreMissing);
  }

  async #models(): Promise<FileSystemDirectoryHandle> {
    const root = await this.#root().catch((cause: unknown) => {
      throw new DownloadError('no-files', NO_FILES, { cause });
    });
    return root.getDirectoryHandle('models', { create: true });
  }

  async #handle(
    model: string,
    path: string,
    create: boolean,
  ): Promise<FileSystemFileHandle | null> {
    try {
      const root = await this.#models();
      const folder = await root.getDirectoryHandle(folderOf(model), { create });
      return await folder.getFileHandle(nameOf(path), { create });
    } catch (error) {
      if (!create && isMissing(error)) return null;
      throw toDownloadError(error);
    }
  }

  async #writeText(model: string, path: string, text: string): Promise<void> {
    const handle = (await this.#handle(model, path, true)) as FileSystemFileHandle;
    try {
      // Safari before 26 has no `createWritable`; files can be written in its workers only.
      if (await can('createWritable')) {
        const writable = await handle.createWritable();
        await writable.write(text);
        await writable.close();
      } else {
        const file = await (handle as unknown as Openable).createSyncAccessHandle();
        file.truncate(0);
        writeAt(file, new TextEncoder().encode(text), 0);
        file.flush();
        file.close();
      }
    } catch (error) {
      throw toDownloadError(error);
    }
  }

  async #remove(model: string, path: string): Promise<void> {
    const root = await this.#models();
    const folder = await root.getDirectoryHandle(folderOf(model)).catch(ignoreMissing);
    await folder?.removeEntry(nameOf(path)).catch(ignoreMissing);
  }
}

/** A repository's name as one of a folder. */
function folderOf(model: string): string {
  return encodeURIComponent(model);
}

function nameOf(path: string): string {
  return encodeURIComponent(path);
}

function isMissing(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'NotFoundError';
}

function ignoreMissing(error: unknown): null {
  if (isMissing(error)) return null;
  throw error;
}

function ignoreNoFiles(error: unknown): null {
  if (error instanceof DownloadError && error.fault === 'no-files') return null;
  throw error;
}

/** A message for a full disk that names the remedy. */
function toDownloadError(error: unknown): unknown {
  if (!(error instanceof DOMException) || error.name !== 'QuotaExceededError') return error;
  return new DownloadError('disk-full', NO_STORAGE, { cause: error });
}

/** Writes all of the bytes. @throws DownloadError: a full disk may take a part of them without an exception */
export function writeAt(file: OpenFile, bytes: Uint8Array, at: number): void {
  try {
    if (file.write(bytes, { at }) === bytes.byteLength) return;
  } catch (error) {
    throw toDownloadError(error);
  }
  throw new DownloadError('disk-full', NO_STORAGE);
}

/** A stored file with its facts from the time of the download. */
export interface ListedFile {
  path: string;
  bytes: number;
  sha256: string;
  isFromHub: boolean;
}

/** The whole files of a model, by path; none where nothing is stored. */
export async function listFiles(store: FileStore, model: string): Promise<ListedFile[]> {
  const listed: ListedFile[] = [];
  for (const path of await store.paths(model)) {
    const mark = await store.mark(model, path);
    if (!mark) continue;
    const { bytes, sha256, isFromHub = false } = mark;
    listed.push({ path, bytes, sha256, isFromHub });
  }
  return listed.sort((a, b) => (a.path < b.path ? -1 : 1));
}
