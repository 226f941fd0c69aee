import { expect, test } from 'vitest';
import type { CatalogEntry } from '#contract/catalog-entry.ts';
import type { ModelView } from '#contract/model-view.ts';
import type { Device } from '#device/measure-device.ts';
import { choicesOf, filterRows, NO_FILTER, toRows } from './model-rows.ts';

const GB = 1e9;
const DEVICE: Device = {
  webgpu: null,
  memoryBytes: 8 * GB,
  cores: 4,
  isIsolated: true,
  hasThreads: true,
  storage: null,
};

const model = (id: string, more: Partial<ModelView> = {}): ModelView => ({
  id,
  title: id,
  summary: '',
  task: 'chat',
  licence: 'MIT',
  contextTokens: 1,
  completionTokens: 1,
  downloadBytes: 100,
  memoryBytes: 200,
  dimensions: [],
  languages: ['en'],
  can: { tools: false, json: false, images: false, audio: false },
  ...more,
});

const entry = (view: ModelView, more: Partial<CatalogEntry> = {}): CatalogEntry => ({
  model: view,
  state: { kind: 'available' },
  isMeasured: true,
  page: '',
  parameters: 1,
  device: null,
  gpu: null,
  rank: {},
  ...more,
});

const GPU_ONLY = entry(model('gpu'), { device: 'webgpu', gpu: { features: [], memoryBytes: 1 } });
const ids = (rows: { model: ModelView }[]) => rows.map((row) => row.model.id);

test('a downloaded model is one row, whether the host or the catalogue names it', () => {
  const here = entry(model('b'), { state: { kind: 'ready' } });
  const rows = toRows([model('a'), model('b')], [here, entry(model('c'))], [], DEVICE);
  expect(ids(rows)).toEqual(['a', 'b', 'c']);
  expect(rows.map(({ isHere }) => isHere)).toEqual([true, true, false]);
});

test('a model fits, fits tightly, does not fit, or is not known to', () => {
  const sizes = [1, 3.5, 5].map((size) => model(`${size}`, { memoryBytes: size * GB }));
  const levels = (device: Device | null) => toRows(sizes, [], [], device).map((row) => row.level);
  expect(levels(DEVICE)).toEqual(['yes', 'tight', 'no']);
  expect(levels({ ...DEVICE, memoryBytes: null })).toEqual(['unknown', 'unknown', 'unknown']);
  expect(levels(null)).toEqual(['unknown', 'unknown', 'unknown']);
  expect(toRows([], [GPU_ONLY], [], DEVICE)[0]?.level).toBe('no');
});

test('suggested models come first, and models that cannot run come last, in every order', () => {
  const entries = [
    GPU_ONLY,
    entry(model('small', { downloadBytes: 1 })),
    entry(model('second', { downloadBytes: 9 }), { rank: { wasm: 2 } }),
    entry(model('first', { downloadBytes: 8 }), { rank: { wasm: 1 } }),
  ];
  const rows = toRows([], entries, [], DEVICE);
  const all = { ...NO_FILTER, withoutGpu: true };
  expect(ids(filterRows(rows, all))).toEqual(['first', 'second', 'small', 'gpu']);
  expect(ids(filterRows(rows, { ...all, sort: 'size' }))).toEqual([
    'small',
    'first',
    'second',
    'gpu',
  ]);
});

test('every filter excludes the models it names', () => {
  const rows = toRows(
    [],
    [
      GPU_ONLY,
      entry(model('owner/whisper', { task: 'speech', languages: ['de', 'en'] })),
      entry(model('big', { downloadBytes: 5 * GB, licence: 'Llama 3' })),
    ],
    [],
    DEVICE,
  );
  const found = (more: Partial<typeof NO_FILTER>) =>
    ids(filterRows(rows, { ...NO_FILTER, ...more }));
  expect(found({ words: 'WHIS owner' })).toEqual(['owner/whisper']);
  expect(found({ task: 'speech' })).toEqual(['owner/whisper']);
  expect(found({ language: 'de' })).toEqual(['owner/whisper']);
  expect(found({ licence: 'Llama 3' })).toEqual(['big']);
  expect(found({ maxBytes: GB })).toEqual(['owner/whisper']);
  expect(found({ maxBytes: GB, withoutGpu: true })).toEqual(['owner/whisper', 'gpu']);
  expect(found({ fitsOnly: true })).toEqual(['owner/whisper', 'big']);
  expect(choicesOf(rows)).toEqual({ languages: ['de', 'en'], licences: ['Llama 3', 'MIT'] });
});

test('the catalogue’s copy of a built-in model is listed only once it is downloaded', () => {
  const copy = model('onnx-community/whisper-base', { task: 'speech' });
  const rows = (state: CatalogEntry['state']) =>
    ids(toRows([], [entry(copy, { state })], [], DEVICE));
  expect(rows({ kind: 'available' })).toEqual([]);
  expect(rows({ kind: 'ready' })).toEqual(['onnx-community/whisper-base']);
});
