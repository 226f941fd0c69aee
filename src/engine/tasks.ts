/** What the engine can be asked for. Plain values: they cross threads by structured clone. */

export interface ChatTurn {
  role: 'system' | 'user' | 'assistant' | 'tool';
  /** Text of all text parts, joined by line feeds. */
  text: string;
  /** Encoded image files, in order. */
  images?: Blob[];
  /** Mono samples, −1…1, 16 000 Hz, in order. */
  audio?: Float32Array[];
  toolCalls?: { id: string; name: string; argumentsText: string }[];
  toolCallId?: string;
}

export interface ToolSpec {
  name: string;
  description: string;
  /** JSON Schema of the arguments, type object. */
  parameters: Record<string, unknown>;
}

export type ToolChoice = 'none' | 'auto' | 'required' | { name: string };

export type OutputFormat =
  | { kind: 'text' }
  | { kind: 'json' }
  | { kind: 'schema'; name: string; schema: Record<string, unknown> };

export interface Sampling {
  /** 0…1; 0 always takes the likeliest token. */
  temperature: number;
  /** 0…1; 1 is off. */
  topP: number;
  /** null is off. */
  topK: number | null;
  seed: number | null;
  /** −2…2. */
  presencePenalty: number;
  frequencyPenalty: number;
  /** 0…1: least probability of a token against the likeliest one's; absent is off. */
  minP?: number;
  /** Added to the logits of single tokens, by id. */
  bias?: ReadonlyMap<number, number>;
}

export interface ChatTask {
  kind: 'chat';
  turns: ChatTurn[];
  /** Most tokens of the answer. */
  maxTokens: number;
  /** Tokens that prompt and answer may take together: the runtime ends the answer there. */
  contextTokens: number;
  sampling: Sampling;
  /** Sequences that end the answer and are no part of it. */
  stop: string[];
  tools: ToolSpec[];
  toolChoice: ToolChoice;
  format: OutputFormat;
  /** Alternatives to report per token; null reports nothing. */
  topLogprobs: number | null;
  /** Milliseconds that text waits for more before it crosses threads; a few when absent. */
  joinMs?: number;
}

export interface EmbedTask {
  kind: 'embed';
  texts: string[];
}

export interface SpeechTask {
  kind: 'speech';
  /** Windows to hear side by side: mono samples, −1…1, 16 000 Hz, at most 30 s each. */
  windows: Float32Array[];
  /** Code of the language spoken; null detects it where the model can. */
  language: string | null;
  translate: boolean;
  prompt: string;
  temperature: number;
  withTimes: boolean;
}

export type Task = ChatTask | EmbedTask | SpeechTask;

export type FinishReason = 'stop' | 'length' | 'tool_calls';

export interface TokenLogprob {
  token: string;
  logprob: number;
  bytes: number[];
  top: { token: string; logprob: number; bytes: number[] }[];
}

export interface SpeechSegment {
  text: string;
  /** Seconds from the start of the window. */
  start: number;
  end: number;
}

/** Why a window's words were left out: they repeat themselves, or come faster than anyone speaks. */
export type LeftOut = 'repeated' | 'implausible';

/** What a running task says, in this order: one `start`, any number in between, one `end`. */
export type TaskEvent =
  | { type: 'start'; promptTokens: number; cachedTokens: number }
  | { type: 'text'; text: string; tokens: number; logprobs?: TokenLogprob[] }
  | { type: 'reasoning'; text: string; tokens: number }
  | { type: 'tool-call'; index: number; id: string; name: string }
  | { type: 'tool-arguments'; index: number; text: string; tokens: number }
  | { type: 'vectors'; data: Float32Array; size: number; texts: number }
  /** `window` counts from 0; the segments of one window come in time order. */
  | { type: 'segment'; window: number; segment: SpeechSegment; tokens: number }
  /** A window is done. `language` is the code the model heard or was told; null when it has no such token. */
  | { type: 'window'; window: number; language: string | null; leftOut: LeftOut | null }
  | { type: 'end'; reason: FinishReason; completionTokens: number; reasoningTokens: number };
