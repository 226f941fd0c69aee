import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { ModelCard } from '#catalog/model-card.ts';
import { Pack, type PackedModel, writePack } from './pack.ts';

const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const bytesOf = (length: number, seed: number) =>
  Uint8Array.from({ length }, (_, i) => (i * 31 + seed) % 256);

const FILES: Record<string, Uint8Array<ArrayBuffer>> = {
  'config.json': bytesOf(300, 1),
  'onnx/model_q8.onnx': bytesOf(70_000, 2),
};

const MODEL: PackedModel = {
  card: { id: 'owner/tiny', title: 'Tiny', licence: 'apache-2.0', owner: 'owner' } as ModelCard,
  revision: 'abc',
  files: Object.entries(FILES).map(([path, bytes]) => ({
    path,
    bytes: bytes.length,
    sha256: hash(bytes),
  })),
};
const SECOND: PackedModel = {
  ...MODEL,
  card: { ...MODEL.card, id: 'owner/other', title: 'Other' },
};

async function make(models = [MODEL, SECOND]): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: (Uint8Array<ArrayBuffer> | Blob)[] = [];
  const open = async (_: PackedModel, path: string) => new Blob([FILES[path] ?? bytesOf(0, 0)]);
  for await (const piece of writePack(models, open)) pieces.push(piece);
  return new Uint8Array(await new Blob(pieces).arrayBuffer());
}

/** Every file of every model. @throws PackError */
async function readAll(bytes: Uint8Array<ArrayBuffer>): Promise<string[]> {
  const pack = await Pack.open(new Blob([bytes]));
  const read: string[] = [];
  for (const model of pack.models) {
    for (const file of model.files) {
      const parts: Uint8Array[] = [];
      for await (const part of pack.read(model, file)) parts.push(part);
      expect(Buffer.concat(parts).equals(FILES[file.path] ?? bytesOf(0, 0))).toBe(true);
      read.push(`${model.card.id} ${file.path}`);
    }
  }
  return read;
}

test('models and their files are read as they were written, with their cards', async () => {
  const bytes = await make();
  expect(await readAll(bytes)).toEqual([
    'owner/tiny config.json',
    'owner/tiny onnx/model_q8.onnx',
    'owner/other config.json',
    'owner/other onnx/model_q8.onnx',
  ]);
  const pack = await Pack.open(new Blob([bytes]));
  expect(pack.models[0]).toEqual(MODEL);
});

test('other programs open it: an archive with the licences as a text', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'alcove-pack-'));
  const path = join(folder, 'two.alcovepack');
  writeFileSync(path, await make());
  const script =
    'import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; print(z.namelist()[:2], z.read("LICENCES.txt").decode())';
  const python = process.platform === 'win32' ? 'python' : 'python3';
  const listed = execFileSync(python, ['-c', script, path], { encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  expect(listed).toContain("['alcove-pack.json', 'LICENCES.txt']");
  expect(listed).toContain('Tiny (owner/tiny)\n  Licence: apache-2.0');
});

test('one flipped byte is named, wherever it is', async () => {
  const bytes = await make();
  const placeOf = (text: string) => Buffer.from(bytes).indexOf(text) + text.length;
  for (const [at, sentence] of [
    [
      placeOf('models/owner%2Ftiny/onnx/model_q8.onnx') + 40_000,
      /model_q8\.onnx of Tiny is damaged/,
    ],
    [placeOf('models/owner%2Fother/config.json') + 7, /config\.json of Other is damaged/],
    [placeOf('"revision"') - 3, /alcove-pack\.json in the pack is damaged/],
    [bytes.length - 3, /alcove-pack\.json in the pack is damaged/],
  ] as const) {
    const flipped = bytes.slice();
    flipped[at] = (flipped[at] ?? 0) ^ 1;
    await expect(readAll(flipped)).rejects.toThrow(sentence);
  }
});

test('every cut and every flipped byte of the directory ends in a sentence', async () => {
  const bytes = await make([MODEL]);
  const directory = Buffer.from(bytes).indexOf('PK\x01\x02', 0, 'latin1');
  for (let at = directory; at < bytes.length; at++) {
    const flipped = bytes.slice();
    flipped[at] = (flipped[at] ?? 0) ^ 0x10;
    const failure = await readAll(flipped).catch((error: unknown) => error);
    // Dates and versions of entries are not read.
    if (!Array.isArray(failure)) expect(failure).toMatchObject({ name: 'PackError' });
  }
  for (let length = 0; length < bytes.length; length += 997) {
    await expect(readAll(bytes.slice(0, length))).rejects.toMatchObject({ name: 'PackError' });
  }
});

test('a file that differs from its hash is not packed, nor are paths read that lead elsewhere', async () => {
  const [first] = MODEL.files;
  const wrong = { ...MODEL, files: [{ ...first, sha256: '0'.repeat(64) }] } as PackedModel;
  await expect(make([wrong])).rejects.toThrow('config.json of Tiny is damaged');
  for (const path of ['../config.json', '/etc/passwd', 'a/../../b', 'a\\b', '']) {
    const files = [{ ...first, path }];
    const list = { format: 1, models: [{ ...MODEL, files }] };
    await expect(Pack.open(await packOf(list))).rejects.toThrow('A pack cannot have the file');
  }
  await expect(Pack.open(await packOf({ format: 2, models: [] }))).rejects.toThrow('newer version');
});

test('what no one could open is neither packed nor read, and the reason is said', async () => {
  const [first] = MODEL.files as [PackedModel['files'][number]];
  const files = (...paths: string[]) => ({
    ...MODEL,
    files: paths.map((path) => ({ ...first, path })),
  });
  const named = (id: string) => ({ ...MODEL, card: { ...MODEL.card, id } });
  const many = Array.from({ length: 2001 }, (_, i) => `a/${i}`);
  for (const [model, sentence] of [
    [files('library.wasm'), 'A pack cannot have the file "library.wasm" of Tiny.'],
    [files('alcove-model.json'), 'A pack cannot have the file "alcove-model.json" of Tiny.'],
    [files('config.json.mark'), 'A pack cannot have the file "config.json.mark" of Tiny.'],
    [files('modèle.onnx'), 'A pack cannot have the file "modèle.onnx" of Tiny.'],
    [files('a', 'a/b'), 'Two files of Tiny have the same name'],
    [files('A/c', 'a/B', 'a/b'), 'Two files of Tiny have the same name'],
    [files(), 'Tiny has 0'],
    [files(...many), 'A pack has 1 to 2000 files of a model; Tiny has 2001.'],
    [named('owner/\ud800'), 'A pack cannot have the name of Tiny.'],
    [named('../x'), 'A pack cannot have the name of Tiny.'],
  ] as const) {
    const failure = { name: 'PackError', message: expect.stringContaining(sentence) };
    await expect(make([model])).rejects.toMatchObject(failure);
    const list = { format: 1, models: [model] };
    await expect(Pack.open(await packOf(list))).rejects.toMatchObject(failure);
  }
  const models = Array.from({ length: 101 }, (_, i) => named(`owner/${i}`));
  await expect(make(models)).rejects.toThrow('too many models or files for one pack');
});

test('a list that is no JSON is called damaged', async () => {
  await expect(Pack.open(await packOf('{'))).rejects.toMatchObject({
    name: 'PackError',
    message: 'alcove-pack.json in the pack is damaged.',
  });
});

/** A pack with any list and no files. */
async function packOf(list: object | string): Promise<Blob> {
  const { ZipWriter } = await import('#base/zip-write.ts');
  const zip = new ZipWriter();
  const text = typeof list === 'string' ? list : JSON.stringify(list);
  const bytes = new TextEncoder().encode(text);
  const head = zip.head({ name: 'alcove-pack.json', bytes: bytes.length, crc: 0 });
  return new Blob([head, bytes, ...zip.end(hash(bytes))]);
}
