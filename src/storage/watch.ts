import Dexie, { liveQuery } from 'dexie';

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

/** Calls back with the names of the tables that any tab or worker has changed. @returns a function that stops it. */
export function watchTables(onChange: (tables: ReadonlySet<string>) => void): () => void {
  // `idb://alcove/messages/`, then an index.
  const read = (parts: object) =>
    onChange(new Set(Object.keys(parts).map((part) => part.split('/')[3] ?? '')));
  Dexie.on('storagemutated', read);
  return () => Dexie.on.storagemutated.unsubscribe(read);
}
