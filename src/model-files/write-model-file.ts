import { createSHA256 } from 'hash-wasm';
import { type FileStore, writeAt } from './file-store.ts';
import { DownloadError } from './model-file.ts';

/** A file of a model that is being written. */
export interface ModelFileWriter {
  write(bytes: Uint8Array): Promise<void>;
  /** Marks the file as whole. Nothing can be written afterwards. */
  complete(): Promise<void>;
  /** Ends the writing; a file that is not complete stays a part. Can be called again. */
  close(): void;
}

/**
 * Writes a file of a model piece by piece, from its start, and computes its hash on the way. Runs in a dedicated worker.
 * @throws DownloadError where nothing can be stored
 */
export async function writeModelFile(
  store: FileStore,
  model: string,
  path: string,
): Promise<ModelFileWriter> {
  const handle = await store.open(model, path);
  const hasher = await createSHA256();
  hasher.init();
  let at = 0;
  let isOpen = true;
  const close = () => {
    if (isOpen) handle.close();
    isOpen = false;
  };
  handle.truncate(0);
  return {
    async write(bytes) {
      writeAt(handle, bytes, at);
      hasher.update(bytes);
      at += bytes.length;
    },
    async complete() {
      if (!isOpen) throw new DownloadError('changed', 'The file is not open any more.');
      handle.flush();
      close();
      await store.complete(model, path, { bytes: at, sha256: hasher.digest('hex') });
    },
    close,
  };
}
