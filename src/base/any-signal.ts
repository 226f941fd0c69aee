/**
 * A signal that aborts with the first of several, or by `abort`. `release` stops following them: it is called once the work
 * is over, as they may live much longer. Not `AbortSignal.any`, which Safari 17.0 lacks.
 */
export function anySignal(signals: readonly AbortSignal[]) {
  const all = new AbortController();
  const released = new AbortController();
  for (const signal of signals) {
    const end = () => all.abort(signal.reason);
    if (signal.aborted) end();
    signal.addEventListener('abort', end, { once: true, signal: released.signal });
  }
  return {
    signal: all.signal,
    abort: () => all.abort(),
    release: () => released.abort(),
  };
}
