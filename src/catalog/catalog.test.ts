import { prebuiltAppConfig } from '@mlc-ai/web-llm';
import { expect, test } from 'vitest';
import { measure } from '#scripts/catalog-refresh.mjs';
import { EMBEDDED_MODELS } from './embedded-models.ts';
import { measuredBytes } from './model-bytes.ts';
import { ONNX_MODELS } from './onnx-models.ts';
import { SCRIPTED_MODELS } from './scripted-models.ts';
import { WEBLLM_MODELS } from './webllm-models.ts';

const OFFERED = [...ONNX_MODELS, ...WEBLLM_MODELS];
const ALL = [...EMBEDDED_MODELS, ...SCRIPTED_MODELS, ...OFFERED];

test('ids are unique, and every card has its required fields', () => {
  expect(new Set(ALL.map((card) => card.id)).size).toBe(ALL.length);
  for (const card of ALL) {
    expect(card.licence, card.id).not.toBe('');
    expect(card.title, card.id).not.toBe('');
    expect(card.summary, card.id).toMatch(/\.$/);
    expect(card.contextTokens, card.id).toBeGreaterThan(0);
    expect(card.completionTokens, card.id).toBeLessThanOrEqual(card.contextTokens);
    expect(card.memoryBytes, card.id).toBeGreaterThan(card.downloadBytes / 4);
  }
});

test('every offered model names its source and its size', () => {
  for (const card of OFFERED) {
    expect(card.source?.repository, card.id).toMatch(/^[\w.-]+\/[\w.-]+$/);
    expect(card.source?.page, card.id).toMatch(/^https:\/\/huggingface\.co\/[\w.-]+\/[\w.-]+$/);
    expect(card.parameters, card.id).toBeGreaterThan(1e7);
    expect(card.downloadBytes, card.id).toBeGreaterThan(1e7);
  }
});

test('the WebLLM cards match the records of the package but for outdated models', () => {
  const left = /^(?:Llama-2|RedPajama|WizardMath|TinyLlama.*v0\.4|phi-1_5|Ministral-3-3B-Base)/;
  const chat = prebuiltAppConfig.model_list.filter(
    (record) => record.model_type !== 1 && !left.test(record.model_id),
  );
  expect(WEBLLM_MODELS.map((card) => card.id)).toEqual(chat.map((record) => record.model_id));
  for (const [i, record] of chat.entries()) {
    const { id, source, gpu, contextTokens } = WEBLLM_MODELS[i] as (typeof WEBLLM_MODELS)[number];
    expect(`https://huggingface.co/${source?.repository}`, id).toBe(record.model);
    expect(source?.library, id).toBe(record.model_lib);
    expect(gpu?.memoryBytes, id).toBe(Math.round((record.vram_required_MB ?? 0) * 2 ** 20));
    for (const feature of record.required_features ?? [])
      expect(gpu?.features, id).toContain(feature);
    expect(contextTokens, id).toBe(record.overrides?.context_window_size ?? 4096);
  }
});

test('16-bit models ask for 16-bit floats, others do not', () => {
  for (const { id, gpu } of WEBLLM_MODELS) {
    expect(gpu?.features.includes('shader-f16'), id).toBe(/f16/.test(id));
  }
});

test('on every kind of device something is offered first, for each task', () => {
  for (const device of ['wasm', 'webgpu'] as const) {
    const first = OFFERED.filter((card) => card.rank?.[device] !== undefined);
    expect(new Set(first.map((card) => card.task))).toEqual(
      new Set(['chat', 'embeddings', 'speech']),
    );
  }
});

test('a refreshed catalogue knows exact sizes by how numbers are stored', () => {
  const files = [
    { path: 'config.json', size: 10 },
    { path: 'README.md', size: 999 },
    { path: 'onnx/model_quantized.onnx', size: 500 },
    { path: 'onnx/model.onnx', size: 1000 },
    { path: 'onnx/model.onnx_data', size: 1000 },
  ];
  const known = { 'a/b': { revision: '1', licence: null, ...measure(files) } };
  expect(measuredBytes('a/b', 'q8', known)).toBe(510);
  expect(measuredBytes('a/b', 'fp32', known)).toBe(2010);
  expect(measuredBytes('a/b', 'q4', known)).toBeNull();
  const shards = [{ path: 'params_shard_0.bin', size: 7 }, ...files.slice(0, 2)];
  expect(measure(shards)).toEqual({ bytes: { all: 17 } });
});
