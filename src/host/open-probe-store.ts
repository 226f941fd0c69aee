import type { ModelCard } from '#catalog/model-card.ts';
import type { ModelCheck } from '#contract/catalog-entry.ts';
import { findGpu } from '#device/capabilities.ts';
import type { ProbedAbilities } from '#engine/runtime.ts';
import type { KnownOutputs, ProbeStore } from '#slots/checked-runtime.ts';
import type { AlcoveDatabase } from '#storage/database.ts';
import type { ModelProbe } from '#storage/model-records.ts';

/** Version of opening and probing models; results of earlier versions are not used. */
const METHOD = 'int8 of each token, 16 alone, 6 joined, timed, large ones by 32';

type Recorded = NonNullable<ModelProbe['first']>;

export interface Probes extends ProbeStore {
  /** The last check of a model; null where there was none. */
  last(model: string): Promise<ModelCheck | null>;
  /** Has a model probed when it is loaded next. */
  renew(model: string): Promise<void>;
}

/**
 * Stores probe results in the database. A result is valid for this browser, this GPU, and the probed files; what the processor
 * gave, for the files and the method alone. `isSite`: another site serves the models, whose weights may be others.
 */
export function openProbeStore(database: AlcoveDatabase, { isSite = false } = {}): Probes {
  const placeOf = async (card: ModelCard, isTimed = card.choosesDevice === true): Promise<string> =>
    JSON.stringify([
      __ALCOVE_VERSION__,
      navigator.userAgent,
      card.device,
      card.device === 'webgpu' ? await describeGpu() : null,
      filesOf(card),
      isTimed,
    ]);
  return {
    async read(card) {
      const probe = await database.modelProbes.get(card.id);
      if (!probe?.check) return null;
      // Where both devices were timed they were also compared.
      const places = await Promise.all([placeOf(card), placeOf(card, true)]);
      if (!places.includes(probe.under)) return null;
      const { unfit, check } = probe;
      return { abilities: probe.abilities as ProbedAbilities, unfit, check };
    },
    async outputs(card) {
      const shipped = isSite ? null : readKnown('shipped', card, await shippedOf(card));
      if (shipped) return shipped;
      return readKnown('first', card, (await database.modelProbes.get(card.id))?.first);
    },
    async write(card, { abilities, unfit, check, outputs, isOpen = false }) {
      const under = isOpen ? '' : await placeOf(card);
      const known = (await database.modelProbes.get(card.id))?.first;
      const of = filesOf(card);
      const rows = outputs?.map((row) => [...row]);
      // The first ones stay: a check compares with them.
      const first = known?.of === of || !rows ? known : { of, rows };
      const row = { model: card.id, under, abilities, unfit, check };
      await database.modelProbes.put({ ...row, ...(first && { first }) });
    },
    last: async (model) => (await database.modelProbes.get(model))?.check ?? null,
    async renew(model) {
      await database.modelProbes.update(model, { under: '' });
    },
  };
}

/** What ships with the app; undefined for a copy of the model at a site's own address, whose weights may be others. */
async function shippedOf({ id, source, address }: ModelCard): Promise<Recorded | undefined> {
  if (source || address) return undefined;
  const { default: shipped } = await import('./shipped-outputs.json', { with: { type: 'json' } });
  return (shipped as Record<string, Recorded>)[id];
}

/** Null for outputs of other files, or of another method. */
const readKnown = (
  are: KnownOutputs['are'],
  card: ModelCard,
  known: Recorded | undefined,
): KnownOutputs | null =>
  known?.of === filesOf(card)
    ? { are, rows: known.rows.map((row) => Float32Array.from(row)) }
    : null;

/** Which weights a model has: the same on both devices where they are the same files. */
function filesOf({ device, source, downloadBytes }: ModelCard): string {
  return JSON.stringify([METHOD, source?.repository, source?.dtype?.[device], downloadBytes]);
}

async function describeGpu(): Promise<string> {
  const { vendor, architecture, device, description } = (await findGpu())?.info ?? {};
  return [vendor, architecture, device, description].join('/');
}
