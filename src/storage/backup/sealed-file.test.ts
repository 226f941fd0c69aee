import { beforeAll, expect, test } from 'vitest';
import type { BackupKey } from '#storage/backup-records.ts';
import { AlcoveDatabase } from '#storage/database.ts';
import { exportBackup, importBackup } from '#testing/backups.ts';
import { FULL_ROWS } from '#testing/sample-rows.ts';
import { isSealed } from './format.ts';
import { COST, deriveBackupKey, isAllowedCost } from './passphrase-key.ts';
import { openSealed, sealInto } from './sealed-file.ts';
import { memorySink } from './sink.ts';

const PASSPHRASE = 'heron waits at the pond';
const HEAD = 100;
const STEP = 1024 * 1024 + 16;
const END = 16;
/** Two whole parts and a piece of a third. */
const SIZE = 2 * 1024 * 1024 + 12_345;

let key: BackupKey;
let plain: Uint8Array<ArrayBuffer>;
let sealed: Uint8Array<ArrayBuffer>;
beforeAll(async () => {
  key = await deriveBackupKey(PASSPHRASE, undefined, { memoryKiB: 64, iterations: 1, lanes: 1 });
  plain = new Uint8Array(SIZE).map((_, i) => Math.imul(i, 2_654_435_761) >>> 24);
  sealed = await seal(plain);
});

const asBytes = async (blob: Blob) => new Uint8Array(await blob.arrayBuffer());

/** Written in pieces that fit no part. */
async function seal(bytes: Uint8Array<ArrayBuffer>, step = 70_001) {
  const sink = await sealInto(memorySink(), key);
  for (let i = 0; i < bytes.length; i += step) await sink.write(bytes.subarray(i, i + step));
  return asBytes(await sink.close());
}

async function open(bytes: Uint8Array<ArrayBuffer>, by: string | BackupKey = key) {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let error: unknown = null;
  try {
    for await (const piece of openSealed(new Blob([bytes]), by)) pieces.push(piece);
  } catch (caught) {
    error = caught;
  }
  return { bytes: await asBytes(new Blob(pieces)), error };
}

const isSame = (a: Uint8Array, b: Uint8Array) => Buffer.from(a).equals(b);

test('a sealed file is opened by the passphrase alone, byte for byte', async () => {
  const { bytes, error } = await open(sealed, PASSPHRASE);
  expect(error).toBeNull();
  expect(isSame(bytes, plain)).toBe(true);
  expect(sealed.length).toBe(HEAD + SIZE + 3 * 16 + END);
  expect(await isSealed(new Blob([sealed]))).toBe(true);
});

test.each([0, 1, 1024 * 1024, 1024 * 1024 + 1])('%i bytes come back', async (size) => {
  const data = plain.slice(0, size);
  const { bytes, error } = await open(await seal(data));
  expect([error, isSame(bytes, data)]).toEqual([null, true]);
});

test('the same content is never the same file', async () => {
  const again = await seal(plain);
  expect(isSame(again.slice(HEAD), sealed.slice(HEAD))).toBe(false);
});

test('a passphrase is the same however a keyboard composes it', async () => {
  const cost = { memoryKiB: 64, iterations: 1, lanes: 1 };
  const composed = await deriveBackupKey('Gr\u00fc\u00dfe', undefined, cost);
  const sink = await sealInto(memorySink(), composed);
  await sink.write(plain.subarray(0, 10));
  const file = await asBytes(await sink.close());
  expect((await open(file, 'Gru\u0308\u00dfe')).error).toBeNull();
});

test('a wrong passphrase is named, gives nothing, and costs at least 200 ms', async () => {
  const dear = await deriveBackupKey(PASSPHRASE);
  const sink = await sealInto(memorySink(), dear);
  const file = await asBytes(await sink.close());
  const start = performance.now();
  const { bytes, error } = await open(file, 'heron waits at the lake');
  expect(performance.now() - start).toBeGreaterThan(200);
  expect(error).toMatchObject({ name: 'BackupError', reason: 'passphrase' });
  expect(bytes.length).toBe(0);
});

const flipped = (at: number) => {
  const copy = sealed.slice();
  copy[at] = (copy[at] as number) ^ 1;
  return copy;
};

test('one flipped bit anywhere in the head is never taken for a wrong passphrase', async () => {
  for (let at = 16; at < HEAD; at++) {
    expect((await open(flipped(at))).error).toMatchObject({ reason: 'changed' });
  }
});

test('a flipped bit names its part, and what came before it is given', async () => {
  for (const [at, part] of [
    [HEAD, 1],
    [HEAD + STEP - 1, 1],
    [HEAD + STEP, 2],
    [HEAD + 2 * STEP + 5, 3],
    [sealed.length - END - 1, 3],
  ] as const) {
    const { bytes, error } = await open(flipped(at));
    expect((error as Error).message).toMatch(new RegExp(`^Part ${part} of 3 `));
    expect(isSame(bytes, plain.subarray(0, (part - 1) * 1024 * 1024))).toBe(true);
  }
});

const without = (start: number, end: number) =>
  new Uint8Array([...sealed.subarray(0, start), ...sealed.subarray(end)]);

test.each([
  ['in its head', 50],
  ['after its head', HEAD],
  ['in its first part', HEAD + 1000],
  ['between two parts', HEAD + STEP],
  ['before its end', -END],
  ['in its end', -1],
])('a file cut %s is named', async (_, at) => {
  const { error } = await open(sealed.slice(0, at));
  expect(error).toMatchObject({ reason: 'cut' });
});

test('a file whose last parts are missing in front of its end is named', async () => {
  const { error } = await open(without(HEAD + STEP, sealed.length - END));
  expect(error).toMatchObject({ reason: 'cut' });
});

test('a file with something after its end is named', async () => {
  const { error } = await open(new Uint8Array([...sealed, 1, 2, 3]));
  expect(error).toMatchObject({ reason: 'cut' });
});

test('parts that are missing, swapped or from another file are named', async () => {
  const swapped = sealed.slice();
  swapped.set(sealed.subarray(HEAD + STEP, HEAD + 2 * STEP), HEAD);
  swapped.set(sealed.subarray(HEAD, HEAD + STEP), HEAD + STEP);
  const mixed = sealed.slice();
  mixed.set((await seal(plain)).subarray(HEAD, HEAD + STEP), HEAD);
  for (const file of [swapped, mixed, without(HEAD, HEAD + STEP)]) {
    expect((await open(file)).error).toMatchObject({ reason: 'changed' });
  }
});

test('a file that asks for more memory or time than a device has is refused before it gets any', () => {
  expect(isAllowedCost(COST)).toBe(true);
  expect(isAllowedCost({ ...COST, memoryKiB: 4_000_000 })).toBe(false);
  expect(isAllowedCost({ ...COST, iterations: 1_000_000 })).toBe(false);
  expect(isAllowedCost({ ...COST, lanes: 0 })).toBe(false);
});

const database = () => new AlcoveDatabase(`sealed-${crypto.randomUUID()}`);

test('an encrypted backup comes back elsewhere, once, and says nothing without its passphrase', async () => {
  const from = database();
  await from.conversations.add(FULL_ROWS.conversations);
  await from.messages.add({ ...FULL_ROWS.messages, text: 'Birds sing.' });
  const sound = plain.slice();
  await from.recordings.add(FULL_ROWS.recordings);
  await from.recordingFiles.add({ id: 'r', data: new Blob([sound]) });
  const file = await exportBackup(from, undefined, key);
  expect(await file.text()).not.toContain('Birds');
  const to = database();
  expect(await importBackup(to, file, PASSPHRASE)).toMatchObject({ added: 4, present: 0 });
  expect(await importBackup(to, file, PASSPHRASE)).toMatchObject({ added: 0, present: 4 });
  const back = (await to.recordingFiles.get('r'))?.data as Blob;
  expect(isSame(await asBytes(back), sound)).toBe(true);
});

test('what came before a changed part of a backup is added, and the next import adds the rest', async () => {
  const from = database();
  await from.conversations.add(FULL_ROWS.conversations);
  await from.recordings.add(FULL_ROWS.recordings);
  await from.recordingFiles.add({ id: 'r', data: new Blob([plain]) });
  const file = await asBytes(await exportBackup(from, undefined, key));
  const bad = file.slice();
  bad[HEAD + STEP + 9] = (bad[HEAD + STEP + 9] as number) ^ 1;
  const to = database();
  await expect(importBackup(to, new Blob([bad]), PASSPHRASE)).rejects.toThrow('Part 2 of');
  expect(await to.conversations.count()).toBe(1);
  expect(await importBackup(to, new Blob([file]), PASSPHRASE)).toMatchObject({ added: 1 });
});

test('an encrypted backup that reads back differently is not handed over', async () => {
  const from = database();
  await from.conversations.add(FULL_ROWS.conversations);
  const openSink = async () => {
    const sink = memorySink();
    const close = async () => {
      const bytes = await asBytes(await sink.close());
      bytes[200] = (bytes[200] as number) ^ 1;
      return new Blob([bytes]);
    };
    return { ...sink, close };
  };
  await expect(exportBackup(from, openSink, key)).rejects.toThrow('could not be verified');
});

test('memory stays flat: 200 MB are sealed and opened with a few parts in memory', async () => {
  let most = 0;
  let open = 0;
  const chunks: Blob[] = [];
  const sink = await sealInto(
    {
      ...memorySink(),
      write: async (bytes) => {
        open += bytes.length;
        most = Math.max(most, open);
        chunks.push(new Blob([bytes]));
        await Promise.resolve();
        open -= bytes.length;
      },
      close: async () => new Blob(chunks),
    },
    key,
  );
  const piece = plain.slice(0, 1_000_000);
  for (let i = 0; i < 200; i++) await sink.write(piece);
  const file = await sink.close();
  let size = 0;
  for await (const bytes of openSealed(file, key)) {
    most = Math.max(most, bytes.length);
    size += bytes.length;
  }
  expect(size).toBe(200_000_000);
  expect(most).toBeLessThan(2_000_000);
});
