/** The same promise, rejected as soon as the signal aborts: the work behind it may continue. */
export function untilAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return promise;
  return new Promise<T>((resolve, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}

/** The same promise, rejected with `late()` when it has not settled after `ms` milliseconds. */
export function withLimit<T>(promise: Promise<T>, ms: number, late: () => Error): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(late()), ms);
  });
  return Promise.race([promise, limit]).finally(() => clearTimeout(timer));
}

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

/** A promise that is settled from outside. */
export interface Deferred<T> {
  promise: Promise<T>;
  resolve: (value: T | PromiseLike<T>) => void;
  reject: (reason: unknown) => void;
}

/** `Promise.withResolvers`, which Safari before 17.4 does not have. */
export function deferred<T = void>(): Deferred<T> {
  let resolve: Deferred<T>['resolve'] = () => {};
  let reject: Deferred<T>['reject'] = () => {};
  const promise = new Promise<T>((fulfil, refuse) => {
    resolve = fulfil;
    reject = refuse;
  });
  return { promise, resolve, reject };
}

/** Runs a task in its turn: rejects with the reason of `signal` when that aborts while the task waits. */
export type AtMost = <T>(task: () => Promise<T>, signal: AbortSignal) => Promise<T>;

/**
 * Runs at most `count` tasks together, the others in the order in which they came.
 */
export function atMost(count: number): AtMost {
  let free = count;
  const waiting: Deferred<void>[] = [];
  const leave = () => {
    const next = waiting.shift();
    if (next) next.resolve();
    else free++;
  };
  return async <T>(task: () => Promise<T>, signal: AbortSignal): Promise<T> => {
    signal.throwIfAborted();
    if (free > 0) free--;
    else {
      const place = deferred();
      waiting.push(place);
      const drop = () => {
        const at = waiting.indexOf(place);
        if (at >= 0) waiting.splice(at, 1);
        place.reject(signal.reason);
      };
      signal.addEventListener('abort', drop, { once: true });
      await place.promise.finally(() => signal.removeEventListener('abort', drop));
    }
    try {
      return await task();
    } finally {
      leave();
    }
  };
}

/** The result of a request of IndexedDB. Rejects with its error. */
export function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** Resolves when a transaction of IndexedDB is through. @throws why it was not */
export function whenWritten(write: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    write.oncomplete = () => resolve();
    write.onabort = () => reject(write.error);
  });
}
