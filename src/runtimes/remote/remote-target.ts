/** A model of another server, and how it is called. */
export interface RemoteTarget {
  /** What messages call the server. */
  name: string;
  /** Address that paths of the API are added to, without a slash at its end. */
  baseUrl: string;
  /** The server's id of the model. */
  model: string;
  /** Headers that authorise a request; read for each, for keys are decrypted then. */
  headers: () => Promise<Record<string, string>>;
  timeouts: RemoteTimeouts;
  /** Whether answers are requested as streams; true when absent. */
  streams?: boolean;
  /** Whether the limit of an answer is sent as `max_completion_tokens`. */
  usesMaxCompletionTokens?: boolean;
  fetch: (url: string, init: RequestInit) => Promise<Response>;
}

/** Milliseconds. */
export interface RemoteTimeouts {
  /** Until the first byte of an answer's content. */
  firstTokenMs: number;
  /** Between two parts of an answer. */
  silenceMs: number;
  /** The whole answer. */
  totalMs: number;
}
