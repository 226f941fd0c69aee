import { proxy, type Remote, transfer, wrap } from 'comlink';
import type { BackupKey } from '#storage/backup-records.ts';
import type { MeasuredKind, TableContent } from '#storage/measure-tables.ts';
import { inOwnWorker, WorkerError } from '#workers/worker-thread.ts';
import type { BackupWork } from './backup.worker.ts';
import type { Outcome } from './backup-work.ts';
import type { Chosen } from './chosen.ts';
import { BackupError, type OnProgress } from './format.ts';
import type { ImportResult } from './import-file.ts';
import type { WrittenMove } from './moved-file.ts';
import { transfersFolder } from './sink.ts';

/** Milliseconds without progress after which the work is ended: long enough to hash a large recording. */
const SILENCE_MS = 300_000;

/** Everything a person made, as a file, encrypted where a passphrase is given. @throws BackupError */
export function exportInWorker(
  onProgress: OnProgress,
  signal: AbortSignal,
  passphrase: string | null = null,
): Promise<Blob> {
  return inWorker(
    (work, alive) => work.exportEverything(reporting(onProgress, alive), passphrase),
    signal,
  );
}

/** A project, chats or recordings with all that belongs to them, as a file. @throws BackupError */
export function exportChosenInWorker(
  chosen: Chosen,
  onProgress: OnProgress,
  signal: AbortSignal,
): Promise<Blob> {
  return inWorker((work, alive) => work.exportChosen(chosen, reporting(onProgress, alive)), signal);
}

/** Everything a person made, as a new file of a folder. @returns its bytes. @throws BackupError */
export function backUpInWorker(
  { folder, name, key }: { folder: FileSystemDirectoryHandle; name: string; key: BackupKey | null },
  onProgress: OnProgress,
  signal: AbortSignal,
): Promise<number> {
  return inWorker(
    (work, alive) => work.backUpTo(folder, name, key, reporting(onProgress, alive)),
    signal,
  );
}

/** The key of a passphrase, for files that are encrypted later. @throws BackupError */
export function deriveKeyInWorker(passphrase: string, signal: AbortSignal): Promise<BackupKey> {
  return inWorker((work) => work.deriveKey(passphrase), signal);
}

/**
 * Adds what Alcove exported, or the chats of another product's export. `passphrase`: of an encrypted one.
 * @throws BackupError
 */
export function importInWorker(
  file: File,
  model: string,
  passphrase: string | null,
  onProgress: OnProgress,
  signal: AbortSignal,
): Promise<ImportResult[]> {
  return inWorker(
    (work, alive) => work.importFile(file, model, passphrase, reporting(onProgress, alive)),
    signal,
  );
}

/** Everything a person made, as a file for another device. @throws BackupError */
export function exportMoveInWorker(
  onProgress: OnProgress,
  signal: AbortSignal,
): Promise<WrittenMove> {
  return inWorker((work, alive) => work.exportMove(reporting(onProgress, alive)), signal);
}

/** Milliseconds that a device has to send, pauses included. */
const RECEIVE_MS = 86_400_000;

/** A file that another device sends, in a thread of its own. */
export interface MovedFileThread {
  /** @returns the bytes that are here. @throws BackupError where it does not fit, or another tab receives it. */
  open(id: string, size: number): Promise<number>;
  append(bytes: Uint8Array<ArrayBuffer>): Promise<number>;
  close(): Promise<Blob>;
  discard(): Promise<void>;
}

/** Gives a thread that stores what another device sends; it ends with `use`. */
export function withMovedFile<T>(use: (file: MovedFileThread) => Promise<T>): Promise<T> {
  const open = () => new Worker(new URL('./backup.worker.ts', import.meta.url), { type: 'module' });
  return inOwnWorker(
    open,
    (worker) => {
      const work = wrap<BackupWork>(worker);
      return use({
        open: async (id, size) => settled(await work.openMoved(id, size)),
        append: async (bytes) => settled(await work.appendMoved(transfer(bytes, [bytes.buffer]))),
        close: async () => settled(await work.closeMoved()),
        discard: async () => settled(await work.discardMoved()),
      });
    },
    { silenceMs: RECEIVE_MS },
  );
}

/** Deletes a file that was made for another device. */
export async function discardMove(file: Blob): Promise<void> {
  if (!(file instanceof File)) return;
  const folder = await transfersFolder();
  await folder.removeEntry(file.name).catch(() => {});
}

/** Stored bytes by kind. */
export function measureInWorker(signal: AbortSignal): Promise<Record<MeasuredKind, number>> {
  return inWorker((work) => work.measure(), signal);
}

/** What each table has. */
export function listInWorker(signal: AbortSignal): Promise<TableContent[]> {
  return inWorker((work) => work.list(), signal);
}

/** Sets stored rows aside that no page can show. @returns how many there are. */
export function checkInWorker(signal: AbortSignal): Promise<number> {
  return inWorker((work) => work.check(), signal);
}

type Use<T> = (work: Remote<BackupWork> | BackupWork, alive: () => void) => Promise<Outcome<T>>;

/** Runs work in a thread that ends with it, or when it is cancelled. */
async function inWorker<T>(use: Use<T>, signal: AbortSignal): Promise<T> {
  try {
    const outcome = await inOwnWorker(
      () => new Worker(new URL('./backup.worker.ts', import.meta.url), { type: 'module' }),
      (worker, alive) => use(wrap<BackupWork>(worker), alive),
      { silenceMs: SILENCE_MS, signal },
    );
    return settled(outcome);
  } catch (error) {
    if (!(error instanceof WorkerError)) throw error;
    if (error.problem !== 'not-started') throw new BackupError(error.message, { cause: error });
    // Slower for the page, but the data can still be exported.
    const { backupWork } = await import('./backup-work.ts');
    return settled(await use(backupWork, () => {}));
  }
}

function reporting(onProgress: OnProgress, alive: () => void): OnProgress {
  return proxy((done: number, total: number) => {
    alive();
    onProgress(done, total);
  });
}

function settled<T>(outcome: Outcome<T>): T {
  if (outcome.ok) return outcome.value;
  const { message, detail, reason } = outcome;
  throw new BackupError(message, { cause: detail, reason });
}
