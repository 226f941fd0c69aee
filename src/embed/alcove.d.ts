/** The service of Alcove in a site of your own: `npx alcove init public/`, then `startAlcove()`. */

/** A model that the site serves itself, in a folder of files as the hub has them. */
export interface SiteModel {
  /** The id that clients send. */
  id: string;
  /** Folder of `config.json`, `tokenizer.json`, `tokenizer_config.json` and `onnx/model_quantized.onnx`. */
  address: string;
  /** Needed unless the id is one of Alcove's own models. */
  task?: 'chat' | 'embeddings' | 'speech' | 'rerank';
  /** Tokens of a request and its answer together. Needed unless the id is one of Alcove's own models. */
  contextTokens?: number;
  /** Bytes of its files, from which the memory it needs is estimated. */
  downloadBytes?: number;
}

export interface StartOptions {
  /** Where `npx alcove init` put its files: `/alcove/` where absent. */
  base?: string;
  /**
   * Models that answer: `{ id, address }`, the name of one of Alcove's own models whose files are in `<base>models/`,
   * or `owner/name` on the hub, which `load` downloads.
   */
  models?: readonly (string | SiteModel)[];
  /** Address of the model hub or of a mirror. */
  hub?: string;
  /** Path below which `/v1` is answered, with a trailing slash: `/` where absent. */
  scope?: string;
  /**
   * Address of the service worker: `<scope>alcove-service-worker.js` where absent, or your own one that imports it.
   * `false` uses none: then `fetch` of the returned object is the only way, and each tab loads its own models.
   */
  serviceWorker?: string | false;
  /** `module` where your own service worker has `import`s and no bundler compiles it: `classic` where absent. */
  serviceWorkerType?: WorkerType;
  /**
   * Whether the service worker gives pages and workers the headers of cross-origin isolation, which models need to
   * compute with several threads. Pages of it may then embed other origins' files only where those allow it.
   */
  isolate?: boolean;
  /** What models run on: `wasm`, the processor, where absent. */
  device?: 'wasm' | 'webgpu';
  /**
   * Addresses of the scripts of the two workers that the page starts: `<base>assets/host-worker.js` and
   * `<base>assets/brokered-entry.js` where absent, or your own ones of this origin that import those.
   */
  workers?: { host?: string; entry?: string };
}

export interface LoadProgress {
  phase: 'download' | 'prepare';
  /** Bytes; `total` is 0 while unknown. */
  loaded: number;
  total: number;
}

export interface SiteStatus {
  /** Models in memory, or on their way there. */
  slots: {
    model: string;
    state: 'loading' | 'ready' | 'failed' | 'closed';
    device: string | null;
    threads: number;
    running: number;
    waiting: number;
    memoryBytes: number;
  }[];
}

/** What answers `/v1`: the service of this site, or a person's own one that `connect()` gave. */
export interface AlcoveService {
  /** For clients of OpenAI's API: `https://example.org/v1`. Any key will do: only pages of the site reach it. */
  readonly baseURL: string;
  /** `fetch` for `/v1` without the service worker. Failures are responses with an error body. */
  fetch: (input: RequestInfo | URL, init?: RequestInit) => Promise<Response>;
}

export interface SiteAlcove extends AlcoveService {
  /** Version of the package. */
  readonly version: string;
  /**
   * Loads a model ahead, and downloads it first where it comes from the hub: the first request does not wait then.
   * Rejects with a message for people, or with the reason of the signal.
   */
  load: (
    model: string,
    options?: { onProgress?: (progress: LoadProgress) => void; signal?: AbortSignal },
  ) => Promise<void>;
  /** Frees a model's memory; the next request loads it again. */
  unload: (model: string) => Promise<void>;
  /** Deletes the downloaded files of a model of the hub. */
  remove: (model: string) => Promise<void>;
  status: () => Promise<SiteStatus>;
}

/**
 * Starts the service in this page; a second call returns the first one's result. Resolves once `/v1` is answered, or
 * immediately without a service worker. Rejects with a message that says what to do.
 */
export function startAlcove(options?: StartOptions): Promise<SiteAlcove>;
