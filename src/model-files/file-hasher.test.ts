import { createHash } from 'node:crypto';
import { createSHA256 } from 'hash-wasm';
import { expect, test, vi } from 'vitest';
import { type HashWorker, hashBeside, openFileHasher } from './file-hasher.ts';
import { PIECE_BYTES } from './model-file.ts';
import { PieceHasher } from './piece-hasher.ts';

const PIECES = Array.from({ length: 30 }, (_, i) => new Uint8Array(1e6).fill(i));
const EXPECTED = createHash('sha256').update(Buffer.concat(PIECES)).digest('hex');

/** A worker whose thread is this one; it takes requests while `isOpen`. */
async function fakeWorker() {
  const hasher = await createSHA256();
  hasher.init();
  const queue: (() => void)[] = [];
  const state = { isOpen: true, most: 0, isEnded: false };
  const worker: HashWorker & { run: () => void } = {
    onmessage: null,
    onerror: null,
    postMessage(message, transfer) {
      const data = structuredClone(message, { transfer });
      queue.push(() => {
        if (data && 'pieces' in data) return;
        if (data) hasher.update(data);
        const answer = data ? data.length : { sha256: hasher.digest('hex') };
        worker.onmessage?.({ data: answer } as MessageEvent);
      });
      state.most = Math.max(state.most, queue.length);
    },
    terminate: () => {
      state.isEnded = true;
    },
    run() {
      if (state.isOpen) queue.shift()?.();
    },
  };
  return { worker, state };
}

test('bytes are hashed in another thread, of which only some wait', async () => {
  const { worker, state } = await fakeWorker();
  const opened = hashBeside(worker);
  worker.onmessage?.({ data: 'ready' } as MessageEvent);
  const hasher = await opened;
  const timer = setInterval(worker.run, 1);
  const given = PIECES.map((piece) => piece.slice());
  for (const piece of given) await hasher.update(piece);
  expect(state.most).toBeLessThanOrEqual(17);
  // Moved, not copied; of a part of a buffer the rest stays.
  expect(given[0]?.length).toBe(0);
  expect(await hasher.digest()).toBe(EXPECTED);
  clearInterval(timer);
  hasher.close();
  expect(state.isEnded).toBe(true);
});

test('a part of a larger buffer is copied', async () => {
  const { worker } = await fakeWorker();
  const opened = hashBeside(worker);
  worker.onmessage?.({ data: 'ready' } as MessageEvent);
  const hasher = await opened;
  const buffer = Uint8Array.of(1, 2, 3, 4);
  await hasher.update(buffer.subarray(1, 3));
  expect(buffer).toEqual(Uint8Array.of(1, 2, 3, 4));
});

test('a thread that ends is an error, and does not leave a download waiting', async () => {
  const { worker } = await fakeWorker();
  const failing = hashBeside(worker);
  worker.onerror?.({} as ErrorEvent);
  await expect(failing).rejects.toThrow('The thread that hashes files ended.');
});

test.each([
  ['small files', 3],
  ['large files where no thread can be started', 2e6],
])('%s are hashed in this thread', async (_, bytes) => {
  vi.stubGlobal('Worker', () => {
    throw new DOMException('Script cannot be accessed.', 'SecurityError');
  });
  const hasher = await openFileHasher({ bytes, sha256: null });
  await hasher.update(Uint8Array.of(1, 2, 3));
  expect(await hasher.digest()).toBe(
    createHash('sha256')
      .update(Uint8Array.of(1, 2, 3))
      .digest('hex'),
  );
  hasher.close();
});

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

test.each([
  ['right', 0, EXPECTED],
  ['damaged in one byte of the third piece', 2 * PIECE_BYTES + 5, ''],
  ['shorter by a piece', null, ''],
])('pieces with hashes of their own: %s', async (_, damaged, expected) => {
  const whole = Buffer.concat(PIECES);
  const pieces: string[] = [];
  for (let at = 0; at < whole.length; at += PIECE_BYTES) {
    pieces.push(hashOf(whole.subarray(at, at + PIECE_BYTES)));
  }
  const hasher = new PieceHasher(pieces, EXPECTED);
  const given = Uint8Array.from(whole);
  if (damaged) given[damaged] = (given[damaged] ?? 0) ^ 1;
  // Parts as they arrive, of no even length.
  const end = damaged === null ? 3 * PIECE_BYTES : given.length;
  for (let at = 0; at < end; at += 777_777) {
    await hasher.update(given.slice(at, Math.min(end, at + 777_777)));
  }
  expect(await hasher.digest()).toBe(expected);
});
