import type { ServiceSettings } from '#contract/service-settings.ts';
import { DEFAULT_ALIASES } from './aliases.ts';

/** The service's settings where nothing else was chosen. */
export const DEFAULT_SETTINGS: ServiceSettings = {
  device: 'wasm',
  scriptedModels: false,
  memoryBudgetBytes: 4_000_000_000,
  maxWaiting: 8,
  temperatureMax: 1,
  requestTimeoutMs: 290_000,
  threads: 0,
  hub: 'https://huggingface.co',
  offline: false,
  record: 'off',
  recordDays: 7,
  recordBytes: 50_000_000,
  aliases: DEFAULT_ALIASES,
  vocabulary: [],
};
