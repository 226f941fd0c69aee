import { can } from '#device/capabilities.ts';
import { StorageError } from '#storage/open-database.ts';

/** Where the bytes of a file go while it is made. */
export interface Sink {
  /** @throws when the disk or the quota is full. */
  write(bytes: Uint8Array<ArrayBuffer>): void;
  /** Ends the file. */
  close(): Promise<Blob>;
  /** Deletes the file. */
  discard(): Promise<void>;
}

/** A file open for writing at any place. @see https://fs.spec.whatwg.org/#api-filesystemsyncaccesshandle */
interface OpenFile {
  write(from: Uint8Array<ArrayBuffer>, options: { at: number }): number;
  flush(): void;
  close(): void;
}

/** Files can be opened so in workers only; types made for pages do not know it. */
interface Openable {
  createSyncAccessHandle(): Promise<OpenFile>;
}

/** Gives a place for a new file. */
export type OpenSink = () => Promise<Sink>;

const FOLDER = 'alcove-transfers';
/** Milliseconds after which no download reads a file that was exported. */
const LIFETIME_MS = 3_600_000;

async function folder(): Promise<FileSystemDirectoryHandle> {
  const root = await navigator.storage.getDirectory();
  return root.getDirectoryHandle(FOLDER, { create: true });
}

/** A file of the private file system, so that nothing large is held in memory; else parts in memory. */
export const openSink: OpenSink = async () => {
  // Private windows of some browsers have no such file system, and pages cannot write it synchronously.
  if (!(await can('opfs'))) return memorySink();
  return openFileSink().catch(memorySink);
};

async function openFileSink(): Promise<Sink> {
  const directory = await folder();
  const file = await directory.getFileHandle(crypto.randomUUID(), { create: true });
  let handle: OpenFile;
  try {
    handle = await (file as unknown as Openable).createSyncAccessHandle();
  } catch (error) {
    await directory.removeEntry(file.name);
    throw error;
  }
  let at = 0;
  return {
    write(bytes) {
      const written = handle.write(bytes, { at });
      if (written !== bytes.length) throw new StorageError('full');
      at += written;
    },
    async close() {
      handle.flush();
      handle.close();
      return file.getFile();
    },
    async discard() {
      handle.close();
      await directory.removeEntry(file.name).catch(() => {});
    },
  };
}

/** Bytes that become one part of a blob: the browser can move those to disk. */
const MEMORY_STEP = 8_000_000;

export function memorySink(): Sink {
  const parts: Blob[] = [];
  let pending: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  const flush = () => {
    parts.push(new Blob(pending));
    pending = [];
    size = 0;
  };
  return {
    write(bytes) {
      pending.push(bytes);
      size += bytes.length;
      if (size >= MEMORY_STEP) flush();
    },
    async close() {
      flush();
      return new Blob(parts);
    },
    discard: async () => {
      parts.length = 0;
      pending = [];
    },
  };
}

/** Deletes what exports and imports that ended or died have left. `now`: Unix milliseconds. */
export async function discardOldTransfers(now: number): Promise<void> {
  if (!(await can('opfs'))) return;
  const root = await navigator.storage.getDirectory();
  const directory = await root.getDirectoryHandle(FOLDER).catch(() => null);
  if (!directory) return;
  for await (const name of directory.keys()) {
    const file = await (await directory.getFileHandle(name)).getFile();
    if (now - file.lastModified < LIFETIME_MS) continue;
    // One that is still written is locked.
    await directory.removeEntry(name).catch(() => {});
  }
}
