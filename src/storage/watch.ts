import { liveQuery } from 'dexie';

/**
 * Calls back with the result of a database query, now and whenever any tab changes the rows it read.
 * @returns a function that stops it.
 */
export function watch<T>(
  query: () => Promise<T>,
  onValue: (value: T) => void,
  onError: (error: unknown) => void,
): () => void {
  const subscription = liveQuery(query).subscribe(onValue, onError);
  return () => subscription.unsubscribe();
}

/** Resolves when a transaction of the browser's own database is through. @throws why it was not */
export function whenWritten(write: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    write.oncomplete = () => resolve();
    write.onabort = () => reject(write.error);
  });
}
