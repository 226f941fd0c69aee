import { isRecord } from '#base/guards.ts';
import { can } from '#device/capabilities.ts';
import type { AlcoveDatabase } from '#storage/database.ts';
import { StorageError } from '#storage/open-database.ts';
import { BackupError, LIMITS, type OnProgress } from './format.ts';
import { MOVE_PREFIX, openForWriting, openNamedSink, transfersFolder } from './sink.ts';
import { writeBackup } from './write-backup.ts';

/** How many times its bytes a file takes until it is added: itself, and the rows that it becomes. */
const ROOM = 2;
const INCOMING = `${MOVE_PREFIX}in-`;

/** A file for another device. */
export interface WrittenMove {
  file: Blob;
  /** The SHA-256 by which the other device knows it. */
  id: string;
  /** Its rows by table. */
  rows: Readonly<Record<string, unknown>>;
}

/** Everything a person made, as a file that stays for a day. */
export async function writeMove(
  database: AlcoveDatabase,
  onProgress: OnProgress,
): Promise<WrittenMove> {
  const openSink = () => openNamedSink(`${MOVE_PREFIX}out-${crypto.randomUUID()}`);
  const file = await writeBackup(database, { now: Date.now(), openSink, onProgress });
  return { file, ...(await readEnd(file)) };
}

/** The hash that the last line of a backup has of all before it, and its counts. */
async function readEnd(file: Blob): Promise<Omit<WrittenMove, 'file'>> {
  const end = await file.slice(-LIMITS.headBytes).text();
  const line: unknown = JSON.parse(end.trimEnd().split('\n').at(-1) ?? '');
  if (!isRecord(line) || typeof line['sha256'] !== 'string' || !isRecord(line['rows']))
    throw new BackupError('The file is empty.');
  return { id: line['sha256'], rows: line['rows'] };
}

/** A file that another device sends: stored as it comes, so that it resumes after a cut, and after a reload. */
export interface MovedFile {
  /** Bytes that are stored. */
  readonly at: number;
  append(bytes: Uint8Array<ArrayBuffer>): void;
  /** Ends it. */
  close(): Promise<Blob>;
  discard(): Promise<void>;
}

/** @throws StorageError where it does not fit, BackupError where another tab receives it. */
export async function openMovedFile(id: string, size: number): Promise<MovedFile> {
  if (!(await can('opfs'))) return inMemory();
  const folder = await transfersFolder();
  const handle = await folder.getFileHandle(`${INCOMING}${id}`, { create: true });
  const open = await openForWriting(handle).catch((cause: unknown) => {
    throw new BackupError(
      'Another tab of this browser receives the same data. Close it, and try again.',
      {
        cause,
      },
    );
  });
  await discardOthers(folder, handle.name);
  if (open.getSize() > size) open.truncate(0);
  let at = open.getSize();
  let isOpen = true;
  const close = () => {
    if (isOpen) open.close();
    isOpen = false;
  };
  const discard = async () => {
    close();
    await folder.removeEntry(handle.name).catch(() => {});
  };
  const { quota = Number.POSITIVE_INFINITY, usage = 0 } = await navigator.storage.estimate();
  if (quota - usage < size * ROOM - at) {
    await discard();
    throw new StorageError('full');
  }
  return {
    get at() {
      return at;
    },
    append(bytes) {
      if (open.write(bytes, { at }) !== bytes.length) throw new StorageError('full');
      open.flush();
      at += bytes.length;
    },
    async close() {
      close();
      return handle.getFile();
    },
    discard,
  };
}

/** Deletes what came of other files: a move of another file needs their room. One that another tab receives is locked. */
async function discardOthers(folder: FileSystemDirectoryHandle, name: string): Promise<void> {
  const names: string[] = [];
  for await (const other of folder.keys()) names.push(other);
  for (const other of names) {
    if (other === name || !other.startsWith(INCOMING)) continue;
    await folder.removeEntry(other).catch(() => {});
  }
}

/** Where there is no file system for pages: a reload begins again. */
function inMemory(): MovedFile {
  let parts: Blob[] = [];
  let at = 0;
  return {
    get at() {
      return at;
    },
    append(bytes) {
      parts.push(new Blob([bytes]));
      at += bytes.length;
    },
    close: async () => new Blob(parts),
    async discard() {
      parts = [];
    },
  };
}
