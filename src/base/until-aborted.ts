/** What a promise resolves to, unless a signal aborts first. @throws the reason of the signal, or what the promise does */
export async function untilAborted<T>(promise: Promise<T>, signal?: AbortSignal): Promise<T> {
  if (!signal) return promise;
  signal.throwIfAborted();
  const released = new AbortController();
  const aborted = new Promise<never>((_, reject) => {
    const options = { once: true, signal: released.signal };
    signal.addEventListener('abort', () => reject(signal.reason), options);
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    released.abort();
  }
}
