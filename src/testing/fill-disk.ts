import { onTestFinished, vi } from 'vitest';

/** What the fake database has besides the standard. */
interface FakeTransaction extends IDBTransaction {
  _abort: (errorName: string) => void;
  _execRequestAsync: (request: { operation: () => void; source: IDBObjectStore }) => IDBRequest;
}

const NAME = 'QuotaExceededError';

/**
 * Fails every write of the fake database: at the write itself, as Firefox and Safari do, or at the end of its
 * transaction, as Chromium does. @returns a function that frees storage.
 */
export function fillDisk(when: 'write' | 'commit'): () => void {
  const spies = (['put', 'add'] as const).map((name) => {
    const write = IDBObjectStore.prototype[name];
    return vi.spyOn(IDBObjectStore.prototype, name).mockImplementation(function (
      this: IDBObjectStore,
      ...row: Parameters<typeof write>
    ) {
      const transaction = this.transaction as FakeTransaction;
      if (when === 'commit') return abortAtEnd(this, write.apply(this, row));
      const operation = () => {
        throw new DOMException('The disk is full.', NAME);
      };
      return transaction._execRequestAsync({ operation, source: this });
    } as typeof write);
  });
  const { commit } = IDBTransaction.prototype;
  const commits = vi.spyOn(IDBTransaction.prototype, 'commit').mockImplementation(function (
    this: IDBTransaction,
  ) {
    if (latest.has(this)) (this as FakeTransaction)._abort(NAME);
    else commit.call(this);
  });
  const release = () => {
    for (const spy of [...spies, commits]) spy.mockRestore();
  };
  onTestFinished(release);
  return release;
}

/** Requests without a write after which a transaction counts as complete. */
const PATIENCE = 10;

const latest = new WeakMap<IDBTransaction, IDBRequest>();

/** Ends the transaction of a write once nothing else is written in it. */
function abortAtEnd<T>(store: IDBObjectStore, write: IDBRequest<T>): IDBRequest<T> {
  const transaction = store.transaction as FakeTransaction;
  latest.set(transaction, write);
  const wait = (left: number) => {
    if (latest.get(transaction) !== write) return;
    if (left === 0) transaction._abort(NAME);
    else store.count().onsuccess = () => wait(left - 1);
  };
  write.addEventListener('success', () => wait(PATIENCE));
  return write;
}
