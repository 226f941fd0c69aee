import type { ModelCard } from '#catalog/model-card.ts';
import { findGpu } from '#device/capabilities.ts';
import type { ProbedAbilities } from '#engine/runtime.ts';
import type { ProbeStore } from '#slots/checked-runtime.ts';
import type { AlcoveDatabase } from '#storage/database.ts';

/** Version of opening and probing models; results of earlier versions are not used. */
const METHOD = 'int8 of each token, 16 alone, 6 joined';

/** Stores probe results in the database. A result is valid for this browser, this GPU, and the probed files. */
export function openProbeStore(database: AlcoveDatabase): ProbeStore {
  const placeOf = async ({ device, source, downloadBytes }: ModelCard): Promise<string> =>
    JSON.stringify([
      __ALCOVE_VERSION__,
      METHOD,
      navigator.userAgent,
      device,
      device === 'webgpu' ? await describeGpu() : null,
      source?.repository,
      source?.dtype?.[device],
      downloadBytes,
    ]);
  return {
    async read(card) {
      const probe = await database.modelProbes.get(card.id);
      if (probe?.under !== (await placeOf(card))) return null;
      return { abilities: probe.abilities as ProbedAbilities, unfit: probe.unfit };
    },
    async write(card, abilities, unfit) {
      const under = await placeOf(card);
      await database.modelProbes.put({ model: card.id, under, abilities, unfit });
    },
  };
}

async function describeGpu(): Promise<string> {
  const { vendor, architecture, device, description } = (await findGpu())?.info ?? {};
  return [vendor, architecture, device, description].join('/');
}
