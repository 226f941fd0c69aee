import { createSHA256 } from 'hash-wasm';
import type { ModelFile } from './model-file.ts';
import { PieceHasher } from './piece-hasher.ts';

/** The hashes of a file's pieces, before all bytes, where its source names them. */
export type NamedPieces = { [Key in 'sha256' | 'pieces']-?: NonNullable<ModelFile[Key]> };
/** Bytes to be hashed after those before; null for the hash of all of them. */
export type HashRequest = NamedPieces | Uint8Array<ArrayBuffer> | null;
/** `ready` once; then, for each request, how many bytes were hashed, or the hash in hexadecimal. */
export type HashAnswer = 'ready' | number | { sha256: string };

const stream = (await createSHA256()).init();
let pieces: PieceHasher | null = null;
let last: Promise<void> = Promise.resolve();
const answer = (message: HashAnswer) => self.postMessage(message);

async function take(data: HashRequest): Promise<void> {
  if (data === null) {
    answer({ sha256: (await pieces?.digest()) ?? stream.digest('hex') });
  } else if ('pieces' in data) {
    pieces = new PieceHasher(data.pieces, data.sha256);
  } else {
    if (pieces) await pieces.update(data);
    else stream.update(data);
    answer(data.length);
  }
}

self.onmessage = ({ data }: MessageEvent<HashRequest>) => {
  last = last.then(() => take(data));
  last.catch(reportError);
};
answer('ready');
