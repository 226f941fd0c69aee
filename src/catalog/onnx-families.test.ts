import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { findFamily, ONNX_FAMILIES } from './onnx-families.ts';
import { ONNX_MODELS } from './onnx-models.ts';

test('every family is found by its type', () => {
  for (const family of ONNX_FAMILIES) expect(findFamily(family.type)).toBe(family);
});

test('a family that accepts pictures or audio, transcribes or speaks, has a tiny model that tests run', () => {
  for (const family of ONNX_FAMILIES) {
    const { type, shape } = family;
    if (shape !== undefined) {
      const config = JSON.parse(readFileSync(`e2e/shapes/${shape}/config.json`, 'utf8'));
      expect([shape, config.model_type]).toEqual([shape, type]);
      const tests = family.task === 'voice' ? 'voices' : 'shapes';
      expect(readFileSync(`e2e/${tests}.e2e.ts`, 'utf8')).toContain(`'${shape}'`);
      continue;
    }
    const layouts = ONNX_FAMILIES.filter((f) => f.task === 'chat' && f.shape).map(
      (f) => f.task === 'chat' && f.images,
    );
    const isText = family.task === 'embeddings' || (family.task === 'chat' && !family.images);
    const isShared = family.task === 'chat' && family.images && layouts.includes(family.images);
    expect([type, isText || isShared]).toEqual([type, true]);
  }
});

test('the families of the catalogue are known', () => {
  for (const { id, family, task } of ONNX_MODELS) {
    if (family) expect([id, findFamily(family)?.task]).toEqual([id, task]);
  }
});
