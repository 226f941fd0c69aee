import { DEFAULT_ALIASES } from '#catalog/aliases.ts';
import type { ServiceSettings } from '#contract/service-settings.ts';
import type { AlcoveDatabase } from './database.ts';

const DEFAULT_SETTINGS: ServiceSettings = {
  device: 'wasm',
  scriptedModels: false,
  memoryBudgetBytes: 4_000_000_000,
  maxWaiting: 8,
  temperatureMax: 1,
  requestTimeoutMs: 290_000,
  threads: 0,
  hub: 'https://huggingface.co',
  aliases: DEFAULT_ALIASES,
};

export async function readSettings(database: AlcoveDatabase): Promise<ServiceSettings> {
  const rows = await database.settings.toArray();
  return { ...DEFAULT_SETTINGS, ...Object.fromEntries(rows.map((r) => [r.name, r.value])) };
}

export async function writeSetting<K extends keyof ServiceSettings>(
  database: AlcoveDatabase,
  name: K,
  value: ServiceSettings[K],
): Promise<void> {
  await database.settings.put({ name, value });
}
