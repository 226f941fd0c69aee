import type { ApiKeyView, KeyLimits, Lasting, UsageSum } from '#contract/api-key.ts';
import type { CatalogEntry, GgufFile, ModelCheck, ModelFileView } from '#contract/catalog-entry.ts';
import type { ModelView } from '#contract/model-view.ts';
import type { Rule } from '#contract/providers.ts';
import type { ServiceSettings } from '#contract/service-settings.ts';
import type { BridgeStatus } from './bridge-messages.ts';
import type { ProviderTest, ProviderView, RouteView } from './provider-control.ts';

/** What a person allows a site that asks to be connected. */
export interface SiteGrant {
  lasts: Lasting;
  limits: KeyLimits;
}

export interface SlotStatus {
  model: string;
  state: 'loading' | 'ready' | 'failed' | 'closed';
  device: string | null;
  threads: number;
  /** Why it runs on another device than requested; null when it does not. */
  note: string | null;
  running: number;
  waiting: number;
  memoryBytes: number;
  /** While loading. Bytes; total 0 while unknown. */
  progress: { phase: 'download' | 'prepare' | 'warm-up'; loaded: number; total: number };
}

export interface HostStatus {
  slots: SlotStatus[];
  /** Whether a server beyond this device is configured. */
  hasProviders?: boolean;
  /** Whether offline mode is on: nothing leaves this origin. */
  isOffline?: boolean;
}

/** One request of the ledger. Times in seconds, `at` in Unix milliseconds. */
export interface UsageView {
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

/** What pages ask of the host besides `/v1`. Implemented by the worker, called over comlink. */
export interface HostControl {
  /** Changes when another tab takes over. */
  hostId(): Promise<string>;
  status(): Promise<HostStatus>;
  /**
   * Resolves once `status` and `listModels` (host), or `listCatalog`, say something else than at the version seen, with
   * the version to wait for next.
   */
  changed(area: 'host' | 'catalog', seen: number): Promise<number>;
  /** How this browser stands with the server that passes requests of other programs on. */
  bridgeStatus(): Promise<BridgeStatus>;
  /** Pairs this browser with the server by its one-time token. Rejects with a sentence. */
  pairBridge(token: string): Promise<void>;
  /** All models that can be asked, embedded ones first. */
  listModels(): Promise<ModelView[]>;
  /**
   * Tokens of a conversation in the model's own template; null when the model is not loaded.
   * `messages` has the format of a `/v1/chat/completions` body.
   */
  countTokens(modelId: string, messages: object[]): Promise<number | null>;
  /** Resolves when the model is ready. Rejects with a sentence. */
  load(modelId: string): Promise<void>;
  unload(modelId: string): Promise<void>;
  /** The new key, this once. Rejects with a sentence when there are 25. */
  createApiKey(name: string, limits?: KeyLimits): Promise<string>;
  listApiKeys(): Promise<ApiKeyView[]>;
  /** False when there was none. */
  revokeApiKey(id: string): Promise<boolean>;
  setApiKeyLimits(id: string, limits: KeyLimits): Promise<void>;
  /** What the person allowed a site; null when they were not asked yet. */
  siteGrant(origin: string): Promise<ApiKeyView | null>;
  /**
   * Serves a site on a port, under the grant it has or, with `allow`, a new one: for this connection, while a tab
   * of Alcove is open, or until it is revoked. False when it has none. The port is transferred.
   */
  connectSite(origin: string, allow: SiteGrant | null, port: MessagePort): Promise<boolean>;
  /** A key for this app's own pages: unlimited, not counted, gone with the host. */
  createSessionKey(): Promise<string>;
  /** The prompt of a recent request that had `PROMPT_HEADER`, in the template of its model; null for others. */
  promptOf(requestId: string): Promise<string | null>;
  /** Ends a batch of any key; false when it has ended already. */
  cancelBatch(id: string): Promise<boolean>;
  /** Deletes a file of `/v1/files`, of any key; false while a batch reads it. */
  deleteFile(id: string): Promise<boolean>;
  /** Newest first. */
  recentUsage(limit: number): Promise<UsageView[]>;
  /** Since a moment in Unix milliseconds, newest day first. */
  usageSums(since: number): Promise<UsageSum[]>;
  readSettings(): Promise<ServiceSettings>;
  /** Loaded models are unloaded where the change needs it. */
  changeSettings(changes: Partial<ServiceSettings>): Promise<void>;
  /** Lists the scripted models until this host ends; the stored setting does not change. */
  listTestModels(): Promise<void>;
  /** Whether chat accepts temperatures up to 1 (the default) or up to 2. */
  setTemperatureMax(max: 1 | 2): Promise<void>;
  /** All models that can be downloaded, or were, with their state. */
  listCatalog(): Promise<CatalogEntry[]>;
  /** Begins a download or resumes one; `listCatalog` says how it goes. */
  downloadModel(modelId: string): Promise<void>;
  /** Downloads a waiting model before the other waiting ones. */
  downloadNext(modelId: string): Promise<void>;
  /** Stored files of a downloaded model, with their hashes. */
  listModelFiles(modelId: string): Promise<ModelFileView[]>;
  /** Reads a model's files again: false when one differs from its download; `listCatalog` names it. */
  checkModelFiles(modelId: string): Promise<boolean>;
  /** What the last check against known answers found; null where a model was not checked yet, undefined where it has none. */
  modelCheck(modelId: string): Promise<ModelCheck | null | undefined>;
  /** Loads a model again, after the answers that it is writing, and checks it. Rejects with a sentence. */
  checkModel(modelId: string): Promise<ModelCheck | null>;
  /** What has come stays. */
  pauseDownload(modelId: string): Promise<void>;
  /** GGUF files of the repository that a person's input names, among which they choose; empty for everything that `addModel` takes. Rejects with a message for people. */
  listGgufFiles(named: string): Promise<GgufFile[]>;
  /** Adds a model of the hub, or a GGUF file by its address, from a person's input (`parseModelAddress`) and resolves with its id. Rejects with a message for people. */
  addModel(named: string): Promise<string>;
  /**
   * Begins to convert a person's GGUF file into a model, or to install the models of a pack, and resolves with the id of
   * the first; `listCatalog` says how it goes.
   * `licence`: as its folder states it, used where the file names none. Rejects with a message for people.
   */
  addModelFile(file: Blob, chosen: { name: string; licence?: string | null }): Promise<string>;
  /** Installed models as one file for machines without a network. Rejects with a message for people. */
  packModels(modelIds: readonly string[]): Promise<Blob>;
  /** Asks the browser again whether its own language model is there; `listModels` lists it then. */
  readBrowserModel(): Promise<void>;
  /** Deletes a downloaded model's files, whole or part. */
  deleteModel(modelId: string): Promise<void>;
  /** What the embedded models run on; loaded ones are unloaded. */
  setDevice(device: 'wasm' | 'webgpu'): Promise<void>;
  /** Tokens of each text in an embedding model's own count; the model is loaded for it. */
  countTextTokens(modelId: string, texts: string[]): Promise<number[]>;
  /** Providers beyond this device, never their keys. */
  listProviders(): Promise<ProviderView[]>;
  /** `secret`: a new key; null removes it; undefined leaves the stored one. Rejects with a sentence. */
  saveProvider(config: unknown, secret?: string | null): Promise<void>;
  /** The key of a provider, also of one that the deployment offers; null removes it. */
  setProviderKey(id: string, secret: string | null): Promise<void>;
  removeProvider(id: string): Promise<void>;
  /** Asks a provider for its models, and finds out why it does not answer. */
  testProvider(id: string): Promise<ProviderTest>;
  /** The person's own rules, first match first. */
  listRules(): Promise<Rule[]>;
  /** Rejects with a sentence. */
  saveRules(rules: readonly Rule[]): Promise<void>;
  /** Where a chat with a model could go, ceilings aside. */
  routeOf(modelId: string): Promise<RouteView>;
}
