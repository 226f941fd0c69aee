import { DownloadError, type DownloadFault } from './model-file.ts';

/** Tries in a row that bring little, while the device has a network. */
const TRIES = 4;
/** Bytes a try brings for those before it not to count: files of gigabytes may take many connections. */
const GAIN_BYTES = 1 << 20;
/** Milliseconds before the second try; doubled for each further one. */
const PAUSE_MS = 500;
/** Milliseconds between tries without a network: a server on this machine may answer all the same. */
const OFFLINE_MS = 30_000;

/** When a download that failed is tried again. */
export class Retries {
  readonly #signal: AbortSignal;
  // By kind: a connection that breaks says nothing about a part that turns out to be another version.
  readonly #failures = new Map<DownloadFault | null, number>();
  /** Bytes that were there at the end of the best try, and that are there now. */
  #most = 0;
  #at = 0;

  constructor(signal: AbortSignal) {
    this.#signal = signal;
  }

  /** Says how much of the file is there. */
  noteBytes(bytes: number): void {
    this.#at = bytes;
  }

  /**
   * Waits until another try is worth it. `discard` throws the part away where it is of another file.
   * @throws the error where no try is, and AbortError
   */
  async next(error: unknown, discard: () => Promise<void>): Promise<void> {
    if (this.#signal.aborted) throw error;
    this.#forgetBreaks();
    const fault = error instanceof DownloadError ? error.fault : null;
    if (fault === 'offline' && globalThis.navigator?.onLine === false) {
      return pause(OFFLINE_MS, this.#signal, true);
    }
    const times = (this.#failures.get(fault) ?? 0) + 1;
    this.#failures.set(fault, times);
    if (isOther(fault)) {
      await discard();
      this.#most = 0;
    }
    if (times >= triesFor(fault)) throw error;
    const asked = error instanceof DownloadError ? error.retryAfterMs : null;
    await pause(asked ?? PAUSE_MS * 2 ** (times - 1), this.#signal);
  }

  /** Breaks before a try that brought much do not count. A file of other bytes does not get better by its length. */
  #forgetBreaks(): void {
    if (this.#at >= this.#most + GAIN_BYTES) {
      this.#failures.delete('offline');
      this.#failures.delete('busy');
    }
    this.#most = Math.max(this.#most, this.#at);
    this.#at = 0;
  }
}

function triesFor(fault: DownloadFault | null): number {
  if (fault === 'offline' || fault === 'busy') return TRIES;
  return isOther(fault) ? 2 : 1;
}

/** Whether the bytes are of another file: they are thrown away and asked for once more, from the beginning. */
function isOther(fault: DownloadFault | null): boolean {
  return fault === 'corrupt' || fault === 'changed';
}

/** Resolves after a time; `endsOnline`: or once the device has a network again. @throws AbortError */
async function pause(ms: number, signal: AbortSignal, endsOnline = false): Promise<void> {
  signal.throwIfAborted();
  await new Promise<void>((resolve, reject) => {
    const over = new AbortController();
    const end = (settle: () => void) => {
      clearTimeout(timer);
      over.abort();
      settle();
    };
    const timer = setTimeout(() => end(resolve), ms);
    const until = { signal: over.signal };
    signal.addEventListener('abort', () => end(() => reject(signal.reason as Error)), until);
    if (endsOnline) globalThis.addEventListener?.('online', () => end(resolve), until);
  });
}
