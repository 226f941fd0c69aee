import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ModelFolder } from './model-folder.ts';
import { makePack, pullPack } from './packs.ts';
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
