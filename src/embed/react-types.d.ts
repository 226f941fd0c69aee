/**
 * Hooks of React over the service: `alcove/react`. Each takes `startAlcove()`'s result, or one of `connect()`. Their functions
 * stay the same while the service does, so that effects may depend on them; the options of the last render count.
 */
import type { AlcoveService, LoadProgress, SiteAlcove, StartOptions } from './alcove.d.ts';

/** An answer of `/v1` that is an error, with the name `AlcoveError`: `message` is a sentence for people. */
export interface AlcoveError extends Error {
  /** HTTP status; 200 for an error in the middle of a stream. */
  readonly status: number;
  /** Such as `context_length_exceeded`; null where none was given. */
  readonly code: string | null;
}

export interface ChatMessage {
  role: 'user' | 'assistant';
  content: string;
}

export interface ChatOptions {
  model: string;
  /** Instructions before the conversation. */
  system?: string;
  temperature?: number;
  max_tokens?: number;
  /** Any other field of `POST /v1/chat/completions`, such as `response_format`. */
  [field: string]: unknown;
}

export interface ChatState {
  messages: readonly ChatMessage[];
  status: 'ready' | 'streaming' | 'failed';
  /** Why the last answer failed; `retry` asks again. */
  error: Error | null;
}

/**
 * Starts the service when the component is first shown, or returns the one that runs. Options of the first call count.
 * `alcove` is null until it answers, on a server, and where it could not be started (`error`).
 */
export function useAlcove(options?: StartOptions): {
  alcove: SiteAlcove | null;
  error: Error | null;
};

/**
 * Loads a model ahead, and downloads one of the hub first: on a press, or in an effect of your own. The state is that of
 * this service and model: another one begins as `idle`, with a `load` of its own.
 */
export function useModel(
  alcove: SiteAlcove | null,
  model: string,
): {
  status: 'idle' | 'loading' | 'ready' | 'failed';
  progress: LoadProgress | null;
  error: Error | null;
  /** Resolves when the model is loaded, failed or was stopped: see `status`. */
  load: () => Promise<void>;
  /** Pauses the download; the next `load` resumes it. */
  stop: () => void;
};

/** A conversation whose answers are streamed. It ends the answer when the component is removed. */
export function useChat(
  service: AlcoveService | null,
  options: ChatOptions & { initialMessages?: readonly ChatMessage[] },
): ChatState & {
  /** Ends a running answer, adds the message and streams its answer. Never rejects: see `error`. */
  send: (content: string) => Promise<void>;
  /** Ends the answer; its text so far stays. */
  stop: () => void;
  /** Asks for the last answer again. */
  retry: () => Promise<void>;
  setMessages: (messages: readonly ChatMessage[]) => void;
};

/** The text of a recording. */
export function useTranscription(
  service: AlcoveService | null,
  options: { model: string; language?: string | undefined; prompt?: string | undefined },
): {
  /** Of the last file; null before. */
  text: string | null;
  isRunning: boolean;
  error: Error | null;
  /** Resolves to the text; to null where it failed (`error`) or was stopped. */
  transcribe: (file: Blob) => Promise<string | null>;
  stop: () => void;
};

/** Vectors of texts. */
export function useEmbeddings(
  service: AlcoveService | null,
  options: { model: string; dimensions?: number },
): {
  isRunning: boolean;
  error: Error | null;
  /** Resolves to a vector for each text; to null where it failed (`error`) or was stopped. */
  embed: (texts: readonly string[]) => Promise<number[][] | null>;
  stop: () => void;
};
