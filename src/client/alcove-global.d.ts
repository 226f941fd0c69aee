/**
 * Types of `globalThis.alcove`, published as `/alcove.d.ts`. Save the file in a TypeScript project that runs
 * on a page of Alcove's origin; it declares the global and needs nothing else.
 */
export interface Alcove {
  /** Version of this build. */
  version: string;
  /** Base URL for clients: `https://example.org/v1`. */
  baseURL: string;
  /** Resolves when `fetch('/v1/…')` answers in this page; rejects with an error message when it cannot. */
  ready: Promise<void>;
  /** Creates an API key and returns it. It is not shown again; at most 25 can exist. */
  createApiKey: (name: string) => Promise<string>;
  /** `fetch` for `/v1` without the service worker. Failures are responses with an error body. */
  fetch: (input: RequestInfo | URL, init?: RequestInit) => Promise<Response>;
  /** Loaded models, where they run, and how many requests are running and waiting. */
  status: () => Promise<AlcoveStatus>;
  /** Unloads a model; the next request loads it again. */
  unload: (model: string) => Promise<void>;
  /** Runs the built-in models on the processor (`wasm`, the default) or on the GPU. */
  setDevice: (device: 'wasm' | 'webgpu') => Promise<void>;
  /**
   * Opens a session of OpenAI's Realtime API for transcription: audio in, text while it is spoken. The socket has the
   * shape of a WebSocket and speaks its events as JSON. `model`: `whisper-1` where absent.
   */
  realtime: (options: { apiKey: string; model?: string }) => Promise<AlcoveRealtimeSocket>;
  /** Steps of recent requests, oldest first; empty unless the page was opened with `?debug`. */
  trace: () => readonly AlcoveTraceStep[];
}

export interface AlcoveStatus {
  slots: AlcoveSlot[];
}

/** A model in memory, or on its way there. */
export interface AlcoveSlot {
  model: string;
  state: 'loading' | 'ready' | 'failed' | 'closed';
  /** Null while loading. */
  device: string | null;
  threads: number;
  /** Why it runs on another device than requested; null when it does not. */
  note: string | null;
  running: number;
  waiting: number;
  memoryBytes: number;
  /** While loading, in bytes; `total` is 0 while unknown. */
  progress: { phase: 'download' | 'prepare' | 'warm-up'; loaded: number; total: number };
}

/** What a `WebSocket` has. Messages are JSON: `session.update`, `input_audio_buffer.append`, and so on. */
export interface AlcoveRealtimeSocket extends EventTarget {
  readonly url: string;
  /** 0 connecting, 1 open, 2 closing, 3 closed. */
  readonly readyState: 0 | 1 | 2 | 3;
  onopen: ((event: Event) => void) | null;
  onmessage: ((event: MessageEvent<string>) => void) | null;
  onerror: ((event: Event) => void) | null;
  onclose: ((event: CloseEvent) => void) | null;
  send: (data: string) => void;
  close: () => void;
}

/** One step of a request. Contains no body, no key and no text. */
export interface AlcoveTraceStep {
  /** As in the header `x-request-id` of the answer. */
  requestId: string;
  /** The thread that reports the step. */
  hop: 'page' | 'service-worker' | 'host' | 'slot';
  step: string;
  /** Unix milliseconds, with fractions. */
  at: number;
  detail: string;
}

declare global {
  /** The inference service of this origin. */
  var alcove: Alcove;
}
