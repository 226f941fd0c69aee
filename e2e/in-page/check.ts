/** What every engine must do. Runs in the page; throws with a sentence when it does not. */
export interface Check {
  name: string;
  /** Runs only in `npm run test:full`. */
  isFull?: boolean;
  run: (call: Call) => Promise<void>;
}

export type Call = (path: string, init?: RequestInit) => Promise<Response>;

export function must(condition: unknown, message: unknown): asserts condition {
  if (!condition) throw new Error(typeof message === 'string' ? message : JSON.stringify(message));
}
