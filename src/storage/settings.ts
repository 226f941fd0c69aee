import { DEFAULT_SETTINGS } from '#catalog/default-settings.ts';
import type { ServiceSettings } from '#contract/service-settings.ts';
import type { AlcoveDatabase } from './database.ts';
import { id, vocabulary, z } from './rows/fields.ts';

const whole = (min: number, max: number) =>
  z.number().check(z.int(), z.minimum(min), z.maximum(max));
const isWebAddress = (text: string) =>
  URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);

const PARSERS: { readonly [K in keyof ServiceSettings]: z.ZodMiniType<ServiceSettings[K]> } = {
  device: z.enum(['wasm', 'webgpu', 'fastest']),
  scriptedModels: z.boolean(),
  memoryBudgetBytes: z.number().check(z.minimum(0)),
  maxWaiting: whole(0, 10_000),
  temperatureMax: z.literal([1, 2]),
  requestTimeoutMs: whole(1, 2 ** 31 - 1),
  threads: whole(0, 1024),
  hub: z.string().check(z.refine(isWebAddress)),
  offline: z.boolean(),
  record: z.enum(['off', 'programs', 'all']),
  recordDays: whole(1, 90),
  recordBytes: whole(1_000_000, 2_000_000_000),
  aliases: z.record(id, z.string()),
  vocabulary,
};

/** The value of a setting; undefined if it is unknown or invalid. */
export function parseSetting(name: string, value: unknown): unknown {
  if (!Object.hasOwn(PARSERS, name)) return undefined;
  return PARSERS[name as keyof ServiceSettings].safeParse(value).data;
}

/** Settings with a wrong value have their default. */
export async function readSettings(database: AlcoveDatabase): Promise<ServiceSettings> {
  const rows = await database.settings.toArray();
  const stored = rows.flatMap(({ name, value }) => {
    const parsed = parseSetting(name, value);
    return parsed === undefined ? [] : [[name, parsed]];
  });
  return { ...DEFAULT_SETTINGS, ...Object.fromEntries(stored) };
}

export async function writeSetting<K extends keyof ServiceSettings>(
  database: AlcoveDatabase,
  name: K,
  value: ServiceSettings[K],
): Promise<void> {
  await database.settings.put({ name, value });
}
