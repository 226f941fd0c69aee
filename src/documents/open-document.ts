import { proxy, type Remote, wrap } from 'comlink';
import { withBroker } from '#workers/worker-broker.ts';
import { inOwnWorker, WorkerError } from '#workers/worker-thread.ts';
import { DocumentError, MissingCodesError } from './document-error.ts';
import type { DocumentReader, Outcome, ReadDocument } from './document-reader.ts';
import type { InputFile } from './input-file.ts';
import { SILENCE_MS } from './limits.ts';
import type { CountTokens } from './pack-passages.ts';
import { alive, type ReadPicture } from './page-text.ts';
import type { Chunking, TextRows } from './split-texts.ts';

/**
 * Reads a document away from the page; `readPicture` reads its pages that are pictures.
 * @throws DocumentError, WorkerError, and whatever `readPicture` throws
 */
export async function openDocument(
  file: File,
  readPicture: ReadPicture | null = null,
  signal?: AbortSignal,
): Promise<ReadDocument> {
  // An error that crosses threads twice loses all but its message.
  const failures: unknown[] = [];
  const reading: ReadPicture | null =
    readPicture &&
    ((...page) =>
      readPicture(...page).catch((error: unknown) => {
        failures.push(error);
        throw error;
      }));
  return inWorker<ReadDocument>(
    file.name,
    (thread, isAlive) =>
      thread.read(file, proxy(isAlive), reading && proxy(alive(reading, isAlive))),
    signal,
  ).catch((error: unknown) => {
    throw failures[0] ?? error;
  });
}

/** Reads texts, a table or vectors away from the page. @throws DocumentError */
export function openInput(file: File): Promise<InputFile> {
  return inWorker<InputFile>(file.name, (reader) => reader.readInput(file));
}

/** Cuts each of the values into texts away from the page. @throws DocumentError */
export function splitInWorker(
  name: string,
  values: readonly string[],
  chunking: Chunking,
  count: CountTokens,
): Promise<TextRows> {
  return inWorker(name, (reader, alive) => {
    const counting = async (words: string[]) => {
      alive();
      return count(words).finally(alive);
    };
    return reader.split(values, chunking, proxy(counting));
  });
}

/** One worker per file, so that a harmful file affects only its worker. A silent worker is ended. */
async function inWorker<T>(
  name: string,
  use: (reader: Remote<DocumentReader>, alive: () => void) => Promise<Outcome<T>>,
  signal?: AbortSignal,
): Promise<T> {
  const outcome = await inOwnWorker(
    () =>
      withBroker(new Worker(new URL('./documents.worker.ts', import.meta.url), { type: 'module' })),
    (worker, alive) => use(wrap<DocumentReader>(worker), alive),
    { silenceMs: SILENCE_MS, ...(signal ? { signal } : {}) },
  ).catch((error: unknown) => {
    signal?.throwIfAborted();
    throw toDocumentError(name, error);
  });
  if ('value' in outcome) return outcome.value;
  throw new DocumentError(outcome.fault, outcome.facts);
}

/** Other errors have no message for people: memory, stack, the browser's own. */
function toDocumentError(name: string, error: unknown): Error {
  if (error instanceof WorkerError) {
    // Nothing is wrong with the file.
    if (error.problem === 'not-started') return error;
    if (error.problem === 'ended') return new DocumentError('memory', { name });
    return new DocumentError('silent', { name, max: SILENCE_MS / 1_000 });
  }
  const kind = error instanceof Error ? error.name : '';
  if (kind === 'MissingCodesError') return new MissingCodesError();
  const isMoved = kind === 'NotReadableError' || kind === 'NotFoundError';
  return new DocumentError(isMoved ? 'moved' : 'unreadable', { name });
}
