import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ModelCard } from '#catalog/model-card.ts';
import { ONNX_MODELS } from '#catalog/onnx-models.ts';
import { writePack } from '#model-files/pack.ts';
import { ModelFolder } from './model-folder.ts';
import { isPackFile, makePack, pullPack } from './packs.ts';
import { pull } from './pull.ts';

let folder: string;
let models: ModelFolder;
const quiet = { say: () => {}, onProgress: () => {} };

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'alcove-packs-'));
  models = new ModelFolder(join(folder, 'models'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('a model moves to another server in one file', async () => {
  const model = await pull('e2e/shapes/qwen3', { models, ...quiet });
  const path = await makePack([], folder, models, () => {});
  expect(path).toBe(join(folder, 'local-qwen3.alcovepack'));
  const second = new ModelFolder(join(folder, 'second'));
  const [moved] = await pullPack(path, second, () => {});
  expect(moved).toMatchObject({ card: { id: 'local/qwen3', family: 'qwen3' }, from: path });
  expect(moved?.files).toEqual(model.files);
  for (const file of model.files) {
    const [from, to] = [models, second].map((one) => {
      const found = one.find('local/qwen3');
      return found && readFileSync(one.fileOf(found, file.path)?.file ?? '');
    });
    expect(from?.equals(to ?? Buffer.alloc(0)), file.path).toBe(true);
  }
  // One that is there is not written again.
  expect(await pullPack(path, second, () => {})).toEqual([moved]);
});

test('one flipped byte is named, and nothing of its model is stored', async () => {
  await pull('e2e/shapes/qwen3', { models, ...quiet });
  const path = await makePack(['local/qwen3'], join(folder, 'a.alcovepack'), models, () => {});
  const bytes = readFileSync(path);
  const name = 'models/local%2Fqwen3/onnx/model.onnx';
  const at = bytes.indexOf(name) + name.length + 10_000;
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  writeFileSync(path, bytes);
  const second = new ModelFolder(join(folder, 'second'));
  await expect(pullPack(path, second, () => {})).rejects.toThrow(
    /^onnx\/model\.onnx of qwen3 is damaged/,
  );
  expect(second.list()).toEqual([]);
  expect(readdirSync(join(second.path, '.parts'))).toEqual([]);
});

test('what cannot be packed or opened ends in a sentence, and leaves no file', async () => {
  await expect(makePack([], folder, models, () => {})).rejects.toThrow('no model to pack');
  await expect(makePack(['a/b'], folder, models, () => {})).rejects.toThrow('"a/b" is not on this');
  await pull('e2e/shapes/qwen3', { models, ...quiet });
  const [model] = models.list();
  const file = model && models.fileOf(model, 'config.json')?.file;
  writeFileSync(file ?? '', '{}');
  await expect(makePack([], folder, models, () => {})).rejects.toThrow(
    'config.json of qwen3 is damaged',
  );
  expect(readdirSync(folder).filter((name) => /pack/.test(name))).toEqual([]);
  const text = join(folder, 'text.alcovepack');
  writeFileSync(text, 'not a pack');
  await expect(pullPack(text, models, () => {})).rejects.toThrow('no pack of models');
});

test('a pack has its ending, is known by its first bytes too, and is missed by name', async () => {
  await pull('e2e/shapes/qwen3', { models, ...quiet });
  const path = await makePack([], join(folder, 'stick'), models, () => {});
  expect(path).toBe(join(folder, 'stick.alcovepack'));
  expect(await isPackFile(path)).toBe(true);
  const bare = join(folder, 'bare');
  writeFileSync(bare, readFileSync(path));
  expect(await isPackFile(bare)).toBe(true);
  writeFileSync(bare, 'GGUF');
  expect(await isPackFile(bare)).toBe(false);
  expect(await isPackFile(folder)).toBe(false);
  const gone = join(folder, 'gone.alcovepack');
  await expect(isPackFile(gone)).rejects.toThrow(`There is no file "${gone}".`);
});

test('a model of a pack has the folder of its own name, and no field that is not read', async () => {
  const [onnx] = ONNX_MODELS as [ModelCard];
  const bytes = new Uint8Array([1, 2, 3]);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const packed = async (card: object) => {
    const path = join(folder, 'a.alcovepack');
    const model = { card: card as ModelCard, revision: null };
    const files = [{ path: 'config.json', bytes: 3, sha256 }];
    const pieces: BlobPart[] = [];
    for await (const piece of writePack([{ ...model, files }], async () => new Blob([bytes]))) {
      pieces.push(piece);
    }
    writeFileSync(path, Buffer.from(await new Blob(pieces).arrayBuffer()));
    return path;
  };
  const source = { ...onnx.source, repository: 'good/other' };
  const path = await packed({ ...onnx, id: 'evil/x', source, alias: 'gpt-4o', scope: 'app' });
  const [model] = await pullPack(path, models, () => {});
  const own = { ...source, repository: 'evil/x' };
  expect(model?.card).toEqual({ ...onnx, id: 'evil/x', downloadBytes: 3, source: own });
  for (const wrong of [{ gpu: {} }, { created: undefined }, { task: 'foo' }]) {
    await expect(
      pullPack(await packed({ ...onnx, id: 'evil/y', ...wrong }), models, () => {}),
    ).rejects.toThrow('is no model that a server of this version offers');
  }
  expect(models.list().map(({ card }) => card.id)).toEqual(['evil/x']);
});
