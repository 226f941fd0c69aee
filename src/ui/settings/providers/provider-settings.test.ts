import { expect, test } from 'vitest';
import { providerSchema } from '#contract/providers.ts';
import { emptyProvider, freeId, newModels } from './empty-provider.ts';
import { perMillion, perToken } from './model-editor.tsx';
import { toDeployment } from './providers-section.tsx';

test.each([
  ['0', '0'],
  ['0.000002', '2'],
  ['0.0000025', '2.5'],
  ['0.000000000001', '0.000001'],
  ['1', '1000000'],
  ['12.5', '12500000'],
])('a token at %s is a million at %s', (token, million) => {
  expect(perMillion(token)).toBe(million);
  expect(perToken(million)).toBe(token);
});

test('a new provider is one that the service stores', () => {
  const draft = { ...emptyProvider(), id: 'lab', name: 'Lab', baseUrl: 'https://lab.example/v1' };
  expect(providerSchema.parse(draft)).toEqual(draft);
});

test.each([
  ['Lab cluster', 'lab-cluster'],
  ['Örtlich!', 'rtlich'],
  ['local', 'provider'],
  ['日本', 'provider'],
  ['-x'.repeat(40), 'x-x-x-x-x-x-x-x-x-x-x-x-x-x-x'],
])('%s gets an id that rules can name', (name, id) => {
  expect(freeId(name, [])).toBe(id);
  expect(freeId(name, [id])).toBe(`${id}-2`);
});

test('models of a list get a task, a context and an id of their own', () => {
  const listed = [
    { id: 'Qwen/Qwen3-8B', context: 40_960 },
    { id: 'other/Qwen3-8B', context: null },
    { id: 'intfloat/e5-small', context: 512 },
    { id: 'openai/whisper-large', context: null },
    { id: 'BAAI/bge-reranker-v2-m3', context: null },
    { id: 'has a space', context: null },
  ];
  const models = newModels([], listed);
  expect(models.map(({ id, task, context }) => [id, task, context])).toEqual([
    ['Qwen3-8B', 'chat', 40_960],
    ['other/Qwen3-8B', 'chat', 8_192],
    ['e5-small', 'embeddings', 512],
    ['whisper-large', 'speech', 8_192],
    ['bge-reranker-v2-m3', 'rerank', 8_192],
  ]);
  expect(newModels(models, listed)).toEqual([]);
  const draft = { ...emptyProvider(), id: 'lab', name: 'Lab', baseUrl: 'https://lab.example/v1' };
  expect(providerSchema.parse({ ...draft, models }).models).toEqual(models);
});

test('an exported provider has no key and can be read again', () => {
  const config = { ...emptyProvider(), id: 'lab', name: 'Lab', baseUrl: 'https://lab.example/v1' };
  const today = { tokens: 5, pico: 1, requests: 1 };
  const file = toDeployment([{ config, from: 'person', hasKey: true, today }], []);
  expect(file).toEqual({ providers: [config], rules: [] });
});
