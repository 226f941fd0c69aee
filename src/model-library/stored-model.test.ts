import { expect, test } from 'vitest';
import type { ModelCard } from '#catalog/model-card.ts';
import { ONNX_MODELS } from '#catalog/onnx-models.ts';
import { stateOf, toStored, withFreeId } from './stored-model.ts';

const [ONNX] = ONNX_MODELS as [ModelCard];
const at = (address: string, id = 'local/tiny'): ModelCard => ({
  ...ONNX,
  id,
  source: {
    repository: id,
    page: '',
    isMeasured: true,
    gguf: { address, bytes: null, sha256: null },
  },
});

test('two GGUF files of one name are two models, and one address is one', () => {
  const known = new Map([at('https://a.test/tiny.gguf')].map((card) => [card.id, card]));
  const find = (id: string) => known.get(id);
  expect(withFreeId(at('https://a.test/tiny.gguf'), find).id).toBe('local/tiny');
  const other = withFreeId(at('https://b.test/tiny.gguf'), find);
  expect([other.id, other.source?.repository]).toEqual(['local/tiny-2', 'local/tiny-2']);
  known.set(other.id, other);
  expect(withFreeId(at('https://b.test/tiny.gguf'), find).id).toBe('local/tiny-2');
  expect(withFreeId(ONNX, () => ONNX)).toBe(ONNX);
});

test('a repository of the hub is not taken for a GGUF file of its name', () => {
  const known = at('https://a.test/name.gguf', ONNX.id);
  expect(() => withFreeId(ONNX, () => known)).toThrow(`has the name ${ONNX.id} here. Delete it`);
  expect(withFreeId(ONNX, () => undefined)).toBe(ONNX);
});

test('a file that is converted says so, and waits, stops and fails as a download does', () => {
  const stored = { ...toStored(at('https://a.test/tiny.gguf')), loaded: 1, total: 2 };
  const bytes = { loaded: 1, total: 2 };
  expect(stateOf(stored, 0, 5, false)).toEqual({
    kind: 'downloading',
    bytesPerSecond: 5,
    ...bytes,
  });
  expect(stateOf(stored, 0, null, true)).toMatchObject({ isConverting: true, ...bytes });
  expect(stateOf(stored, 2, null, false)).toEqual({ kind: 'queued', place: 2, ...bytes });
  expect(stateOf(stored, null, null, false)).toEqual({ kind: 'paused', ...bytes });
  expect(stateOf({ ...stored, problem: 'No.' }, null, null, false)).toMatchObject({
    problem: 'No.',
  });
  expect(stateOf({ ...stored, state: 'complete' }, null, null, false)).toEqual({ kind: 'ready' });
});
