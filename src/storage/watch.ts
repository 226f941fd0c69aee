import { liveQuery } from 'dexie';

/**
 * Calls back with what a query of the database gives, now and whenever any tab changes what it read.
 * @returns how to stop.
 */
export function watch<T>(
  query: () => Promise<T>,
  onValue: (value: T) => void,
  onError: (error: unknown) => void,
): () => void {
  const subscription = liveQuery(query).subscribe(onValue, onError);
  return () => subscription.unsubscribe();
}
