import { proxy, type Remote, wrap } from 'comlink';
import { withBroker } from '#workers/worker-broker.ts';
import { inOwnWorker, WorkerError } from '#workers/worker-thread.ts';
import { DocumentError } from './document-error.ts';
import type { DocumentReader, ReadDocument } from './document-reader.ts';
import type { InputFile } from './input-file.ts';
import { SILENCE_MS } from './limits.ts';
import { MissingCodesError } from './missing-codes-error.ts';
import type { CountTokens } from './pack-passages.ts';
import type { Chunking, TextRows } from './split-texts.ts';

/** Reads a document away from the page. @throws DocumentError, WorkerError with a sentence for a person */
export function openDocument(file: File): Promise<ReadDocument> {
  return inWorker(file.name, (reader, alive) => reader.read(file, proxy(alive)));
}

/** Reads texts, a table or vectors away from the page. @throws DocumentError with a sentence */
export function openInput(file: File): Promise<InputFile> {
  return inWorker<InputFile>(file.name, async (reader) => reader.readInput(file));
}

/** Cuts each of the values into texts away from the page. @throws DocumentError with a sentence */
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
  use: (reader: Remote<DocumentReader>, alive: () => void) => Promise<T>,
): Promise<T> {
  try {
    return await inOwnWorker(
      () =>
        withBroker(
          new Worker(new URL('./documents.worker.ts', import.meta.url), { type: 'module' }),
        ),
      (worker, alive) => use(wrap<DocumentReader>(worker), alive),
      { silenceMs: SILENCE_MS },
    );
  } catch (error) {
    throw toDocumentError(name, error);
  }
}

/** Other errors have no message for people: memory, stack, the browser's own. */
function toDocumentError(name: string, error: unknown): Error {
  if (error instanceof WorkerError) return describeWorker(name, error);
  const { name: kind, message } = error instanceof Error ? error : new Error(String(error));
  if (kind === 'DocumentError' || kind === 'VectorFileError') return new DocumentError(message);
  if (kind === 'MissingCodesError') return new MissingCodesError();
  if (kind === 'NotReadableError' || kind === 'NotFoundError')
    return new DocumentError(`“${name}” was moved, changed or deleted. Choose it again.`);
  return new DocumentError(`“${name}” could not be read: it is damaged, or too large.`);
}

function describeWorker(name: string, error: WorkerError): DocumentError | WorkerError {
  // Nothing is wrong with the file.
  if (error.problem === 'not-started') return error;
  if (error.problem === 'ended')
    return new DocumentError(`“${name}” could not be read: it may need too much memory.`);
  return new DocumentError(
    `“${name}” could not be read in ${SILENCE_MS / 1_000} seconds, the limit.`,
  );
}
