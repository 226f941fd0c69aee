import { expect, test, vi } from 'vitest';
import { EMBEDDED_MODELS } from '#catalog/embedded-models.ts';
import type { ModelCard } from '#catalog/model-card.ts';
import type { Probed } from '#slots/checked-runtime.ts';
import { AlcoveDatabase } from '#storage/database.ts';
import { openProbeStore } from './open-probe-store.ts';

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
