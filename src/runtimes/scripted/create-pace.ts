/**
 * Waits until the next step of an even pace is due: steps are counted from the start, so a late
 * timer does not make all later ones late. `delayMs` 0 never waits.
 */
export function createPace(delayMs: number): (signal: AbortSignal) => Promise<void> {
  const start = performance.now();
  let steps = 0;
  return (signal) => {
    steps++;
    const waitMs = start + steps * delayMs - performance.now();
    return waitMs <= 0 ? Promise.resolve() : wait(waitMs, signal);
  };
}

/** Resolves early when the signal aborts: callers check the signal next. */
function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done, { once: true });
  });
}
