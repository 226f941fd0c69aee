/**
 * How one thread learns that another is gone. Ports say nothing when their other end dies, but the
 * browser gives back every lock a thread held: so each holds one of its own name, and other threads that want
 * to know waits for it.
 */

/** Holds the lock for as long as this thread lives. Resolves once it is held. */
export function holdLifeline(name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    navigator.locks
      .request(name, () => {
        resolve();
        return new Promise<never>(() => {});
      })
      .catch(reject);
  });
}

/** Calls back when the thread that holds the lock is gone. The lock must be held already. */
export function whenLifelineEnds(name: string, callback: () => void): void {
  navigator.locks.request(name, { mode: 'shared' }, callback).catch(() => {});
}

/** Ends the lifeline of a thread that hangs: the browser may be unable to end the thread. */
export function endLifeline(name: string): void {
  navigator.locks.request(name, { steal: true }, () => {}).catch(() => {});
}
