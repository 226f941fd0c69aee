import { expect, test } from 'vitest';
import type { ModelCard } from '#catalog/model-card.ts';
import { ONNX_MODELS } from '#catalog/onnx-models.ts';
import { readCard } from './read-card.ts';

const [CARD] = ONNX_MODELS as [ModelCard];

test('every card of the catalogue is read as it is', () => {
  expect(ONNX_MODELS.length).toBeGreaterThan(20);
  for (const card of ONNX_MODELS) expect(readCard(card), card.id).toEqual(card);
});

test('fields that the app uses are of their kind, or the card is none', () => {
  const { source } = CARD;
  const wrong: Record<string, unknown>[] = [
    { gpu: {} },
    { gpu: 5 },
    { gpu: { features: ['shader-f16', 5], memoryBytes: 1 } },
    { created: undefined },
    { created: 1e13 },
    { dimensions: 'abc' },
    { dimensions: [] },
    { task: 'foo' },
    { task: 'voice' },
    { task: 'voice', family: 'style_text_to_speech_2', voices: ['../../x'] },
    { runtime: 'webllm' },
    { device: 'cpu' },
    { parallel: 0 },
    { temperature: 'hot' },
    { parameters: -1 },
    { rank: null },
    { rank: { wasm: '1' } },
    { can: [] },
    { can: { images: 'yes' } },
    { family: 'unknown' },
    { embedding: { pooling: 'max', queryPrefix: '', textPrefix: '' } },
    { languages: 'en' },
    { source: undefined },
    { source: { ...source, page: 'javascript:alert(1)' } },
    { source: { ...source, page: undefined } },
    { source: { ...source, dtype: 5 } },
    { source: { ...source, dtype: { wasm: 'q2', webgpu: 'q4' } } },
  ];
  for (const change of wrong) {
    expect(readCard({ ...CARD, ...change }), JSON.stringify(change)).toBeNull();
  }
  for (const value of [null, 5, 'card', [], {}]) expect(readCard(value)).toBeNull();
});

test('how a model is run or listed here is no matter of others', () => {
  const own = { scope: 'app', alias: 'gpt-4o', address: 'https://a.test/', threads: 64 };
  const more = { isPacked: true, unknown: 1 };
  const source = { ...CARD.source, library: 'a.wasm', file: { name: 'folder/a.gguf', bytes: 1 } };
  expect(readCard({ ...CARD, ...own, ...more, source })).toEqual(CARD);
});
