import { openFileHasher } from './file-hasher.ts';
import type { FileStore } from './file-store.ts';

/**
 * Hashes a model's stored files again and discards those that differ from their download.
 * `onStep` is called while it reads. @returns their paths.
 */
export async function discardDamaged(
  store: FileStore,
  model: string,
  onStep: () => void,
): Promise<string[]> {
  const damaged: string[] = [];
  for (const path of await store.paths(model)) {
    const mark = await store.mark(model, path);
    const file = await store.read(model, path);
    if (mark && file && (await hashOf(file, onStep)) === mark.sha256) continue;
    await store.discard(model, path);
    damaged.push(path);
  }
  return damaged;
}

/** Bytes per read: a file may be larger than the memory. */
const STEP = 8 << 20;

async function hashOf(file: Blob, onStep: () => void): Promise<string> {
  const hasher = await openFileHasher({ bytes: file.size, sha256: null });
  try {
    for (let at = 0; at < file.size; at += STEP) {
      await hasher.update(new Uint8Array(await file.slice(at, at + STEP).arrayBuffer()));
      onStep();
    }
    return await hasher.digest();
  } finally {
    hasher.close();
  }
}
