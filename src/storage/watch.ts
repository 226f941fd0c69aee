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
