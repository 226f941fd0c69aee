import { expect, test } from 'vitest';
import { BROWSER_MODEL } from '#catalog/browser-model.ts';
import { toModelView } from '#catalog/model-view.ts';
import { ONNX_MODELS } from '#catalog/onnx-models.ts';
import { SCRIPTED_MODELS } from '#catalog/scripted-models.ts';
import type { CatalogEntry } from '#contract/catalog-entry.ts';
import { entryOf } from '#testing/catalog-entries.ts';
import { chooseOffer, type Offer } from './choose-offer.ts';

const device = {
  webgpu: null,
  cores: 8,
  memoryBytes: 17e9,
  hasThreads: true,
  isIsolated: true,
  storage: null,
};

const CHATS = ONNX_MODELS.filter(({ task }) => task === 'chat');
const listed = (id: string, more: Partial<CatalogEntry> = {}) =>
  entryOf(CHATS.find((one) => one.id === id) ?? expect.unreachable(id), more);

const SMALL = 'HuggingFaceTB/SmolLM2-360M-Instruct';
const OTHER = 'onnx-community/Qwen3-0.6B-ONNX';
const LISTED = listed(SMALL);
const ON_SERVER = listed(OTHER, { isOnServer: true });
const BYTES = { loaded: 1, total: 2 };
const BROWSERS = toModelView(BROWSER_MODEL);
const INSTALLED = LISTED.model;
const SCRIPTED = SCRIPTED_MODELS.map(toModelView);

const offer = (
  places: Partial<Parameters<typeof chooseOffer>[0]>,
  accepts = (_: typeof INSTALLED) => true,
) =>
  chooseOffer(
    { models: SCRIPTED, entries: [LISTED], device, browser: 'unavailable', ...places },
    (model) => model.task === 'chat' && accepts(model),
  );
const idsOf = ({ usable, browser, download }: Offer) => ({
  ...(usable && { usable: usable.id }),
  ...(browser && { browser: browser.id }),
  ...(download && { download: download.model.id }),
});

test('what costs a person least is offered first: installed, the browser, the server, a download', () => {
  const models = [...SCRIPTED, BROWSERS, INSTALLED];
  const entries = [LISTED, ON_SERVER];
  const all = { models, entries, browser: 'available' } as const;
  expect(idsOf(offer(all))).toEqual({ usable: SMALL });
  const ready = { ...all, models: [...SCRIPTED, BROWSERS] };
  expect(idsOf(offer(ready))).toEqual({ usable: BROWSERS.id });
  for (const browser of ['downloadable', 'downloading'] as const) {
    expect(idsOf(offer({ entries, browser }))).toEqual({ browser: BROWSERS.id });
  }
  expect(idsOf(offer({ entries }))).toEqual({ download: OTHER });
  expect(idsOf(offer({}))).toEqual({ download: SMALL });
  expect(idsOf(offer({ entries: [] }))).toEqual({});
});

test('a download that runs is shown instead of the model of the browser; one that failed is not', () => {
  const at = (state: CatalogEntry['state']) => listed(OTHER, { state });
  const browser = 'downloadable';
  const running = at({ kind: 'downloading', ...BYTES, bytesPerSecond: null });
  expect(idsOf(offer({ entries: [LISTED, running], browser }))).toEqual({ download: OTHER });
  const queued = at({ kind: 'queued', place: 1, ...BYTES });
  expect(idsOf(offer({ entries: [LISTED, queued], browser }))).toEqual({ download: OTHER });
  const failed = at({ kind: 'failed', problem: '', ...BYTES });
  expect(idsOf(offer({ entries: [LISTED, failed], browser }))).toEqual({ browser: BROWSERS.id });
  expect(idsOf(offer({ entries: [LISTED, failed] }))).toEqual({ download: OTHER });
  const server = listed(SMALL, { isOnServer: true });
  expect(idsOf(offer({ entries: [server, failed] }))).toEqual({ download: SMALL });
});

test('a model that cannot do the task is not offered', () => {
  const places = { models: [INSTALLED], entries: [LISTED], browser: 'downloadable' } as const;
  expect(idsOf(offer(places, ({ can }) => can.images))).toEqual({});
  expect(idsOf(offer(places, ({ id }) => id !== SMALL))).toEqual({ browser: BROWSERS.id });
});
