/** Asks a person for the use of the models in their own Alcove, in one window. */

export interface ConnectOptions {
  /** Gives up, and closes the window. */
  signal?: AbortSignal;
}

export interface ConnectedAlcove {
  /** For clients of OpenAI's API, together with `fetch` and any key. */
  baseURL: string;
  /** `fetch` for `/v1` of the person's models. Every failure is a response with an error body. */
  fetch: (input: RequestInfo | URL, init?: RequestInit) => Promise<Response>;
  /** Resolves when the connection has ended: the person closed Alcove, or `close` was called. */
  closed: Promise<void>;
  close: () => void;
}

/**
 * Call it in the handler of a press, or the browser blocks the window. A person who allowed the site before sees no question.
 * @param alcove Address of the person's Alcove, such as `http://localhost:4173`.
 * Rejects with a sentence: the window was blocked, closed or cut off, or the person refused.
 */
export function connect(alcove: string, options?: ConnectOptions): Promise<ConnectedAlcove>;
