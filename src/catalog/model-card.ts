export type ModelTask = 'chat' | 'embeddings' | 'speech' | 'audio-chat';
type RuntimeName = 'scripted' | 'transformers';

type ModelDevice = 'wasm' | 'webgpu';

/** What is known of a model before it is loaded. */
export interface ModelCard {
  /** The id clients send. */
  id: string;
  /** How it is called where people choose it. */
  title: string;
  /** One sentence on what it is good for and what not. */
  summary: string;
  task: ModelTask;
  runtime: RuntimeName;
  owner: string;
  licence: string;
  /** Tokens a request and its answer may take together. */
  contextTokens: number;
  /** Most tokens of one answer; 0 for embeddings. */
  completionTokens: number;
  /** Bytes of all its files. */
  downloadBytes: number;
  /** Bytes it takes while loaded: weights as computed with, sessions and caches. An estimate. */
  memoryBytes: number;
  /** Unix seconds. */
  created: number;
  can: {
    tools?: boolean;
    json?: boolean;
    images?: boolean;
    audio?: boolean;
    logprobs?: boolean;
    /** Segment times in transcripts. */
    timestamps?: boolean;
  };
  /** Embedding sizes it offers, native first; more than one for Matryoshka models. */
  dimensions?: readonly number[];
  /** The temperature people's chats start with; clients of `/v1` always get the contract's default. */
  temperature?: number;
  /** Languages of speech or text, ISO-639-1; empty when unknown. */
  languages: readonly string[];
  /** What it runs on. */
  device: ModelDevice;
  /** Threads on wasm; 0 or absent takes as many as help. */
  threads?: number;
  /** Requests it runs at the same time. */
  parallel: number;
}
