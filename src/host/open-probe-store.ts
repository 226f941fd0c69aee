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
      device === 'webgpu' ? await describeChip() : null,
      source?.repository,
      source?.dtype?.[device],
      downloadBytes,
    ]);
  return {
    async read(card) {
      const look = await database.modelLooks.get(card.id);
      if (look?.under !== (await placeOf(card))) return null;
      return { findings: look.findings as ProbedAbilities, unfit: look.unfit };
    },
    async write(card, findings, unfit) {
      const under = await placeOf(card);
      await database.modelLooks.put({ model: card.id, under, findings, unfit });
    },
  };
}

async function describeChip(): Promise<string> {
  const { vendor, architecture, device, description } = (await findGpu())?.info ?? {};
  return [vendor, architecture, device, description].join('/');
}
