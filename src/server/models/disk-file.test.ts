import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ZipWriter } from '#base/zip-write.ts';
import type { ModelCard } from '#catalog/model-card.ts';
import { Pack, type PackedModel } from '#model-files/pack.ts';
import { DiskFile } from './disk-file.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'alcove-disk-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

test('parts of a file have the bytes that parts of a blob have', async () => {
  const path = join(folder, 'file');
  const bytes = Uint8Array.from({ length: 2_500_000 }, (_, i) => (i * 31) % 251);
  writeFileSync(path, bytes);
  const file = await DiskFile.open(path);
  const blob = new Blob([bytes]);
  for (const range of [
    [],
    [-64],
    [7],
    [5, 5],
    [9, 2],
    [1e6, 2.4e6],
    [0, -3],
    [2e6, 9e6],
    [-9e9, 3],
  ]) {
    const [mine, theirs] = [file.slice(...range), blob.slice(...range)];
    expect(mine.size, String(range)).toBe(theirs.size);
    expect(hash(new Uint8Array(await mine.arrayBuffer()))).toBe(
      hash(new Uint8Array(await theirs.arrayBuffer())),
    );
    expect(hash(new Uint8Array(await new Response(mine.stream()).arrayBuffer()))).toBe(
      hash(new Uint8Array(await theirs.arrayBuffer())),
    );
  }
  expect(await file.slice(100, 200).slice(-10, -5).text()).toBe(
    await blob.slice(100, 200).slice(-10, -5).text(),
  );
  truncateSync(path, 3);
  expect((await file.arrayBuffer()).byteLength).toBe(3);
});

test('a pack of more than 4 GiB is read, with its directory and a file at the end', async () => {
  const big = 2 ** 32 + 4096;
  const last = new Uint8Array([7, 8, 9]);
  const model: PackedModel = {
    card: { id: 'owner/big', title: 'Big' } as ModelCard,
    revision: null,
    files: [
      { path: 'onnx/model.onnx', bytes: big, sha256: '0'.repeat(64) },
      { path: 'config.json', bytes: last.length, sha256: hash(last) },
    ],
  };
  const list = new TextEncoder().encode(JSON.stringify({ format: 1, models: [model] }));
  const path = join(folder, 'big.alcovepack');
  const file = await open(path, 'w');
  const zip = new ZipWriter();
  let at = 0;
  const write = async (bytes: Uint8Array) => {
    at += (await file.write(bytes, 0, bytes.length, at)).bytesWritten;
  };
  await write(zip.head({ name: 'alcove-pack.json', bytes: list.length, crc: 0 }));
  await write(list);
  await write(zip.head({ name: 'models/owner%2Fbig/onnx/model.onnx', bytes: big, crc: 0 }));
  // The weights are a hole of the file.
  at += big;
  await write(zip.head({ name: 'models/owner%2Fbig/config.json', bytes: last.length, crc: 0 }));
  await write(last);
  for (const part of zip.end(hash(list))) await write(part);
  await file.close();
  const pack = await Pack.open(await DiskFile.open(path));
  const [opened] = pack.models;
  const [weights, config] = opened?.files ?? [];
  if (!opened || !weights || !config) throw new Error('No model.');
  const parts: Uint8Array[] = [];
  for await (const part of pack.read(opened, config)) parts.push(part);
  expect([...Buffer.concat(parts)]).toEqual([7, 8, 9]);
  for await (const part of pack.read(opened, weights)) {
    expect(part.length).toBeGreaterThan(0);
    break;
  }
});
