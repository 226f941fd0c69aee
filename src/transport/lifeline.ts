/**
 * A liveness lock: how one thread learns that another is gone. Ports report nothing when their other end dies, but the
 * browser releases every lock of a dead thread. So each thread holds a lock with a unique name, and
 * interested threads wait for it.
 */

/** Holds the lock until this thread ends. Resolves once it is held. */
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
