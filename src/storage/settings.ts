import type { ModelDevice } from '#catalog/model-card.ts';
import type { AlcoveDatabase } from './database.ts';

export interface Settings {
  /** What the embedded models run on; WebGPU only where the browser has it. */
  device: ModelDevice;
  /** Whether the scripted models are listed and answer. */
  scriptedModels: boolean;
  /** Bytes that loaded models may take together. */
  memoryBudgetBytes: number;
  /** Requests that may wait per model. */
  maxWaiting: number;
  /** Upper end of `temperature`: 1 as the hosted service has it, 2 as others have. */
  temperatureMax: 1 | 2;
  /** Milliseconds a whole answer may take. */
  requestTimeoutMs: number;
  /** Threads of wasm models; 0 takes as many as help. */
  threads: number;
}

const DEFAULT_SETTINGS: Settings = {
  device: 'wasm',
  scriptedModels: false,
  memoryBudgetBytes: 4_000_000_000,
  maxWaiting: 8,
  temperatureMax: 1,
  requestTimeoutMs: 290_000,
  threads: 0,
};

export async function readSettings(database: AlcoveDatabase): Promise<Settings> {
  const rows = await database.settings.toArray();
  return { ...DEFAULT_SETTINGS, ...Object.fromEntries(rows.map((r) => [r.name, r.value])) };
}

export async function writeSetting<K extends keyof Settings>(
  database: AlcoveDatabase,
  name: K,
  value: Settings[K],
): Promise<void> {
  await database.settings.put({ name, value });
}
