import type { ApiKeyView, KeyLimits } from '#contract/api-key.ts';

interface SlotStatus {
  model: string;
  state: 'loading' | 'ready' | 'failed' | 'closed';
  device: string | null;
  threads: number;
  running: number;
  waiting: number;
  memoryBytes: number;
}

interface HostStatus {
  slots: SlotStatus[];
}

/** One request of the ledger. Times in seconds, `at` in Unix milliseconds. */
interface UsageView {
  at: number;
  requestId: string;
  keyId: string;
  model: string;
  endpoint: string;
  status: number;
  promptTokens: number;
  completionTokens: number;
  totalSeconds: number;
}

/** What pages ask of the host beside `/v1`. Implemented by the worker, called over comlink. */
export interface HostControl {
  status(): Promise<HostStatus>;
  /** Resolves when the model is ready. Rejects with a sentence. */
  load(modelId: string): Promise<void>;
  unload(modelId: string): Promise<void>;
  /** The new key, this once. Rejects with a sentence when there are 25. */
  createApiKey(name: string, limits?: KeyLimits): Promise<string>;
  listApiKeys(): Promise<ApiKeyView[]>;
  /** False when there was none. */
  revokeApiKey(id: string): Promise<boolean>;
  setApiKeyLimits(id: string, limits: KeyLimits): Promise<void>;
  /** A key for this app's own pages: unlimited, not counted, gone with the host. */
  createSessionKey(): Promise<string>;
  /** Newest first. */
  recentUsage(limit: number): Promise<UsageView[]>;
  setScriptedModels(on: boolean): Promise<void>;
  /** Whether chat takes temperatures up to 1 (the default) or up to 2. */
  setTemperatureMax(max: 1 | 2): Promise<void>;
  /** What the embedded models run on; loaded ones are unloaded. */
  setDevice(device: 'wasm' | 'webgpu'): Promise<void>;
}
