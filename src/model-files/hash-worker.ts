import { createSHA256 } from 'hash-wasm';

/** Bytes to be hashed after those before; null for the hash of all of them. */
export type HashRequest = Uint8Array<ArrayBuffer> | null;
/** `ready` once; then, for each request, how many bytes were hashed, or the hash in hexadecimal. */
export type HashAnswer = 'ready' | number | { sha256: string };

const hasher = await createSHA256();
hasher.init();
const answer = (message: HashAnswer) => self.postMessage(message);
self.onmessage = ({ data }: MessageEvent<HashRequest>) => {
  if (data === null) return answer({ sha256: hasher.digest('hex') });
  hasher.update(data);
  answer(data.length);
};
answer('ready');
