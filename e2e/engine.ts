/** A page as the checks of all engines drive it. */
export interface EnginePage {
  goto: (url: string) => Promise<void>;
  /** Runs a function's body that may use `await`; resolves with what it returns, as JSON. */
  run: <T>(body: string) => Promise<T>;
  /** A real press of an element, by its selector. */
  press: (selector: string) => Promise<void>;
  /** The next window that the page opens; absent where the driver's browser opens none. */
  popup?: () => Promise<EnginePage>;
  screenshot: () => Promise<Uint8Array>;
  resize: (width: number, height: number) => Promise<void>;
  close: () => Promise<void>;
}

export interface Engine {
  version: string;
  newPage: () => Promise<EnginePage>;
  close: () => Promise<void>;
}

/** This machine does not have the engine. */
export class MissingEngineError extends Error {
  override readonly name = 'MissingEngineError';
}
