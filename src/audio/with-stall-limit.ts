/** Nothing came of a source for too long. */
export class StalledError extends Error {
  override readonly name = 'StalledError';
}

/** Milliseconds between two checks of the clock. */
const CHECK_MS = 1_000;

/**
 * Yields the values of a source until one takes longer than `limitMs`, or the signal aborts.
 * Some browsers' decoders never answer; such a source is not closed.
 * `discard` gets a value that arrives after that. @throws StalledError, or the signal's reason.
 */
export async function* withStallLimit<T>(
  source: AsyncIterable<T>,
  limitMs: number,
  signal: AbortSignal,
  discard: (value: T) => void = () => {},
): AsyncGenerator<T> {
  const iterator = source[Symbol.asyncIterator]();
  let waiting: { since: number; reject: (reason: unknown) => void } | null = null;
  let isWhole = true;
  const fail = (reason: unknown) => {
    // Before the rejection arrives: a value that comes between the two has no taker either.
    if (waiting) isWhole = false;
    waiting?.reject(reason);
  };
  const onAbort = () => fail(signal.reason);
  const timer = setInterval(() => {
    if (waiting && performance.now() - waiting.since >= limitMs) {
      fail(new StalledError(`No sound for ${limitMs / 1000} seconds.`));
    }
  }, CHECK_MS);
  signal.addEventListener('abort', onAbort);
  try {
    for (;;) {
      signal.throwIfAborted();
      const { done, value } = await new Promise<IteratorResult<T>>((resolve, reject) => {
        waiting = { since: performance.now(), reject };
        iterator.next().then((result) => {
          if (isWhole) resolve(result);
          else if (!result.done) discard(result.value);
        }, fail);
      });
      waiting = null;
      if (done) return;
      yield value;
    }
  } finally {
    clearInterval(timer);
    signal.removeEventListener('abort', onAbort);
    // A source that hangs would never return.
    if (isWhole) await iterator.return?.();
    else iterator.return?.().catch(() => {});
  }
}
