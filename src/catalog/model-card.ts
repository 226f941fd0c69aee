export type ModelTask =
  | 'chat'
  | 'embeddings'
  | 'speech'
  | 'audio-chat'
  | 'rerank'
  | 'voice'
  | 'speakers'
  | 'ocr';
export type RuntimeName = 'scripted' | 'transformers' | 'webllm' | 'browser' | 'remote';

export type ModelDevice = 'wasm' | 'webgpu';

/** The static description of a model, available before it is loaded. */
export interface ModelCard {
  /** The id clients send. */
  id: string;
  /** How it is called where people choose it. */
  title: string;
  /** One sentence on its strengths and weaknesses. */
  summary: string;
  task: ModelTask;
  runtime: RuntimeName;
  owner: string;
  licence: string;
  /** Maximum tokens of a request and its answer together. */
  contextTokens: number;
  /** Most tokens of one answer; 0 for embeddings. */
  completionTokens: number;
  /** Bytes of all its files. */
  downloadBytes: number;
  /** Bytes it needs while loaded: weights as computed with, sessions and caches. An estimate. */
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
    /** Times of single words. */
    words?: boolean;
    /** Accepts the previous text or the spelling of names as a prompt. */
    prompt?: boolean;
  };
  /** All it knows, for a model of one purpose: this app. Absent for general models. */
  scope?: 'app';
  /** Embedding sizes it offers, native first; more than one for Matryoshka models. */
  dimensions?: readonly number[];
  /** Voices it speaks with, the first where none is named; for models that speak. */
  voices?: readonly string[];
  /** Which files it is of: the commit of the hub, or a number for an embedded model. */
  revision?: string;
  /** The temperature people's chats start with; clients of `/v1` always get the contract's default. */
  temperature?: number;
  /** Languages of speech or text, ISO-639-1; empty when unknown. */
  languages: readonly string[];
  /** What it runs on. */
  device: ModelDevice;
  /** Whether it runs on the processor where that turns out to be faster. Absent where a person chose the device. */
  choosesDevice?: true;
  /** Threads on wasm; 0 or absent uses the fastest number. */
  threads?: number;
  /** Requests it runs at the same time. */
  parallel: number;
  /** Where its files are downloaded from; absent for embedded models and models without files. */
  source?: ModelSource;
  /** The folder of its files, with a trailing slash, where that is not `/models/<id>/`; for models without `source`. */
  address?: string;
  /** Whether its weights and vocabulary are stored as gzip; for models that ship with the app. */
  isPacked?: boolean;
  /** The kind of model, in its configuration's words, where its task does not say enough. */
  family?: string;
  /** Weights of the model. */
  parameters?: number;
  /** What a GPU must have for it; absent where it can do without. */
  gpu?: { features: readonly string[]; memoryBytes: number };
  /** The pooling of an embedding model, and the prefixes of its texts. */
  embedding?: EmbeddingFacts;
  /** Place among the models offered first on a kind of device, 1 before 2. */
  rank?: { wasm?: number; webgpu?: number };
  /** The id a client asked with, where that is another name for this model. */
  alias?: string;
}

/** Numbers that weights are stored as, in the words of transformers.js. */
export type Dtype = 'fp32' | 'fp16' | 'q8' | 'q4' | 'q4f16';

export interface ModelSource {
  /** `owner/name` on the hub. */
  repository: string;
  /** The page that licence and parameters were read from. */
  page: string;
  /** By device, for ONNX models. */
  dtype?: { wasm: Dtype; webgpu: Dtype };
  /** Address of the compiled library, or its path in the repository; for MLC models. */
  library?: string;
  /** Whether the sizes come from the hub; else they are computed from the weights. */
  isMeasured: boolean;
  /** The GGUF file that it is converted from once it was downloaded. */
  gguf?: GgufSource;
  /** The person's own file that the model was converted from; no host has the model. */
  file?: { name: string; bytes: number };
}

export interface GgufSource {
  /** The whole address, or its path on the hub: `owner/name/resolve/<commit>/<path>`. */
  address: string;
  /** Size; null where its host does not say. */
  bytes: number | null;
  /** SHA-256 in hexadecimal; null where its host does not say. */
  sha256: string | null;
}

export interface EmbeddingFacts {
  pooling: 'mean' | 'cls' | 'last';
  /** Written before a question, and before a text to be found; empty for none. */
  queryPrefix: string;
  textPrefix: string;
}

/** Whether it knows English alone: it neither detects languages nor translates. */
export function isEnglishOnly({ languages }: Pick<ModelCard, 'languages'>): boolean {
  return languages.length === 1 && languages[0] === 'en';
}

/** The id in answers: the requested one. */
export function shownId(card: ModelCard): string {
  return card.alias ?? card.id;
}
