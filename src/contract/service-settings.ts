/** What a person can set for the whole service. */
export interface ServiceSettings {
  /** What models run on; WebGPU only where the browser has it. `fastest`: each one on the device that won the check here. */
  device: 'wasm' | 'webgpu' | 'fastest';
  /** Whether the scripted models are listed and answer. */
  scriptedModels: boolean;
  /** Maximum bytes of all loaded models together. */
  memoryBudgetBytes: number;
  /** Requests that may wait per model. */
  maxWaiting: number;
  /** Upper end of `temperature`: 1 as the hosted service has it, 2 as others have. */
  temperatureMax: 1 | 2;
  /** Milliseconds a whole answer may take. */
  requestTimeoutMs: number;
  /** Threads of wasm models; 0 uses the fastest number. */
  threads: number;
  /** Address of the hub, or of a mirror of it, that models are downloaded from. */
  hub: string;
  /** Offline mode: no request of pages, workers or programs leaves this origin. */
  offline: boolean;
  /** Whose requests are recorded with their headers and bodies: of none, of programs, or also of this app's stored chats. */
  record: 'off' | 'programs' | 'all';
  /** Days that a recorded request is retained. */
  recordDays: number;
  /** Bytes of all recorded requests together. */
  recordBytes: number;
  /** Ids that clients ask with, and the model or task that answers. */
  aliases: Readonly<Record<string, string>>;
  /** Names and terms of transcriptions that list none themselves. */
  vocabulary: readonly string[];
}
