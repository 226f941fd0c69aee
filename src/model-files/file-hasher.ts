import { createSHA256 } from 'hash-wasm';
import type { HashAnswer, HashRequest, NamedPieces } from './hash-worker.ts';
import type { ModelFile } from './model-file.ts';

/** The SHA-256 of bytes that come piece by piece. */
export interface FileHasher {
  /** Bytes of a buffer of their own are moved to another thread: the caller cannot read them afterwards. */
  update(bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  /** @returns the hash of all bytes, in hexadecimal; an empty text where a piece has another hash than its source says. */
  digest(): Promise<string>;
  close(): void;
}

/** Bytes above which a file is worth a thread: its bytes arrive and are stored while those before are hashed. */
const LARGE = 1e6;
/** Most bytes that wait for the thread. */
const MAX_WAITING = 16e6;

/** @param file what its source says of it */
export async function openFileHasher(
  file: Pick<ModelFile, 'bytes' | 'sha256' | 'pieces'>,
): Promise<FileHasher> {
  const { bytes, sha256, pieces } = file;
  if ((bytes ?? 0) < LARGE || typeof Worker === 'undefined') return hashHere();
  let worker: Worker | undefined;
  try {
    worker = new Worker(new URL('./hash-worker.ts', import.meta.url), { type: 'module' });
    return await hashBeside(worker, pieces && sha256 ? { pieces, sha256 } : null);
  } catch {
    // A browser that starts no thread in a thread, or none of another origin.
    worker?.terminate();
    return hashHere();
  }
}

async function hashHere(): Promise<FileHasher> {
  const hasher = await createSHA256();
  hasher.init();
  return {
    async update(bytes) {
      hasher.update(bytes);
    },
    digest: async () => hasher.digest('hex'),
    close() {},
  };
}

/** What a worker of `hash-worker.ts` is to this thread. */
export interface HashWorker {
  postMessage(message: HashRequest, transfer: Transferable[]): void;
  terminate(): void;
  onmessage: ((event: MessageEvent<HashAnswer>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
}

/** @throws Error where the worker does not start */
export async function hashBeside(
  worker: HashWorker,
  pieces: NamedPieces | null = null,
): Promise<FileHasher> {
  let isReady = false;
  let waiting = 0;
  let found: string | null = null;
  let failure: Error | null = null;
  let wake = () => {};
  worker.onmessage = ({ data }) => {
    if (data === 'ready') isReady = true;
    else if (typeof data === 'number') waiting -= data;
    else found = data.sha256;
    wake();
  };
  worker.onerror = () => {
    failure = new Error('The thread that hashes files ended.');
    wake();
  };
  const until = async (isOver: () => boolean) => {
    while (!isOver()) {
      if (failure) throw failure;
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  };
  await until(() => isReady);
  if (pieces) worker.postMessage(pieces, []);
  return {
    async update(bytes) {
      waiting += bytes.length;
      // A part of a larger buffer is copied: the rest may be in use.
      const isWhole = bytes.length === bytes.buffer.byteLength;
      worker.postMessage(bytes, isWhole ? [bytes.buffer] : []);
      await until(() => waiting <= MAX_WAITING);
    },
    async digest() {
      worker.postMessage(null, []);
      await until(() => found !== null);
      return found ?? '';
    },
    close: () => worker.terminate(),
  };
}
