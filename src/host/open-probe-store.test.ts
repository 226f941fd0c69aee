import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { EMBEDDED_MODELS } from '#catalog/embedded-models.ts';
import type { ModelCard } from '#catalog/model-card.ts';
import type { Probed } from '#slots/checked-runtime.ts';
import { AlcoveDatabase } from '#storage/database.ts';
import { openProbeStore } from './open-probe-store.ts';
import shipped from './shipped-outputs.json' with { type: 'json' };

vi.stubGlobal('__ALCOVE_VERSION__', '1');
vi.stubGlobal('navigator', { userAgent: 'test' });

const CARD: ModelCard = { ...(EMBEDDED_MODELS[0] as ModelCard), device: 'webgpu' };
const CHOOSING: ModelCard = { ...CARD, choosesDevice: true };
const PROBED: Probed = {
  abilities: {},
  unfit: null,
  check: {
    at: 1,
    device: 'webgpu',
    against: 'processor',
    outputs: 1,
    cosine: 1,
    difference: null,
    speeds: null,
  },
};

test('a model is probed again where its speed is asked for the first time, not the other way round', async () => {
  const store = openProbeStore(new AlcoveDatabase());
  await store.write(CARD, PROBED);
  expect(await store.read(CARD)).toMatchObject({ check: PROBED.check });
  expect(await store.read(CHOOSING)).toBe(null);
  await store.write(CHOOSING, PROBED);
  expect(await store.read(CHOOSING)).not.toBe(null);
  expect(await store.read(CARD)).not.toBe(null);
  await store.renew(CARD.id);
  expect(await store.read(CARD)).toBe(null);
  expect(await store.last(CARD.id)).toEqual(PROBED.check);
});

const folder = new URL('../../public/models/', import.meta.url);

test.each([
  'alcove-guide',
  'alcove-embed',
  'alcove-embed-multilingual',
  'alcove-rerank',
  'alcove-whisper',
])('the values that ship for %s are of its weights, and ignored for others', async (id) => {
  const { weights } = shipped[id as keyof typeof shipped];
  // `npm run known-answers` writes them again.
  for (const name of readdirSync(new URL(`${id}/onnx/`, folder))) {
    const hash = createHash('sha256').update(readFileSync(new URL(`${id}/onnx/${name}`, folder)));
    expect((weights as Record<string, string>)[name]).toBe(hash.digest('hex'));
  }
  const store = openProbeStore(new AlcoveDatabase());
  const card = EMBEDDED_MODELS.find((model) => model.id === id) as ModelCard;
  expect(await store.outputs(card)).toMatchObject({ are: 'shipped' });
  expect(await store.outputs({ ...card, downloadBytes: 1 })).toBe(null);
  expect(await store.outputs({ ...card, address: 'https://site.example/' })).toBe(null);
});
