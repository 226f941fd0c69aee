import { settled } from '#base/promises.ts';
import { can } from '#device/capabilities.ts';
import { StorageError } from '#storage/open-database.ts';

/** Where the bytes of a file go while it is made. */
export interface Sink {
  /** One at a time, and waited for. @throws when the disk or the quota is full. */
  write(bytes: Uint8Array<ArrayBuffer>): void | Promise<void>;
  /** Ends the file. */
  close(): Promise<Blob>;
  /** Deletes the file. */
  discard(): Promise<void>;
}

/** A file open for writing at any place. @see https://fs.spec.whatwg.org/#api-filesystemsyncaccesshandle */
export interface OpenFile {
  write(from: Uint8Array<ArrayBuffer>, options: { at: number }): number;
  getSize(): number;
  truncate(size: number): void;
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
/** Begins the names of files that move to another device or came from one: those can be resumed for a day. */
export const MOVE_PREFIX = 'move-';
const MOVE_LIFETIME_MS = 86_400_000;

export async function transfersFolder(): Promise<FileSystemDirectoryHandle> {
  const root = await navigator.storage.getDirectory();
  return root.getDirectoryHandle(FOLDER, { create: true });
}

/** A file of the private file system, so that nothing large is held in memory; else parts in memory. */
export const openSink: OpenSink = () => openNamedSink(crypto.randomUUID());

/** The same, for a file of this name. */
export async function openNamedSink(fileName: string): Promise<Sink> {
  // Private windows of some browsers have no such file system, and pages cannot write it synchronously.
  if (!(await can('opfs'))) return memorySink();
  copiesFiles ??= probeCopies().catch(() => false);
  return (await copiesFiles) ? openFileSink(fileName).catch(memorySink) : memorySink();
}

let copiesFiles: Promise<boolean> | null = null;

/**
 * Whether the database copies the bytes of a file that it stores. In private windows of Chromium it does not: a recording
 * that was imported would go away with the file it was unpacked into.
 */
async function probeCopies(): Promise<boolean> {
  const name = `alcove-probe-${crypto.randomUUID()}`;
  const sink = await openFileSink(crypto.randomUUID());
  await sink.write(new Uint8Array([1]));
  const data = await sink.close();
  const opening = indexedDB.open(name);
  opening.onupgradeneeded = () => opening.result.createObjectStore('probe');
  const database = await settled(opening);
  try {
    const write = database.transaction('probe', 'readwrite');
    const written = new Promise((resolve, reject) => {
      write.oncomplete = resolve;
      write.onabort = () => reject(write.error);
    });
    write.objectStore('probe').put(data, 1);
    await written;
    await sink.discard();
    const stored = await settled(
      database.transaction('probe').objectStore('probe').get(1) as IDBRequest<Blob>,
    );
    return (await stored.arrayBuffer()).byteLength === 1;
  } finally {
    database.close();
    indexedDB.deleteDatabase(name);
  }
}

/** @throws DOMException where another tab has it open. */
export const openForWriting = (file: FileSystemFileHandle): Promise<OpenFile> =>
  (file as unknown as Openable).createSyncAccessHandle();

async function openFileSink(name: string): Promise<Sink> {
  const directory = await transfersFolder();
  const file = await directory.getFileHandle(name, { create: true });
  let handle: OpenFile;
  try {
    handle = await openForWriting(file);
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

/**
 * A new file in a folder of the person. The browser writes next to it and puts it in place when it is closed, so no file
 * is ever half there.
 */
export const folderSink =
  (folder: FileSystemDirectoryHandle, name: string): OpenSink =>
  async () => {
    const file = await folder.getFileHandle(name, { create: true });
    const stream = await file.createWritable();
    return {
      write: (bytes) => stream.write(bytes),
      async close() {
        await stream.close();
        return file.getFile();
      },
      async discard() {
        await stream.abort().catch(() => {});
        await folder.removeEntry(name).catch(() => {});
      },
    };
  };

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
    const lifetime = name.startsWith(MOVE_PREFIX) ? MOVE_LIFETIME_MS : LIFETIME_MS;
    if (now - file.lastModified < lifetime) continue;
    // One that is still written is locked.
    await directory.removeEntry(name).catch(() => {});
  }
}
