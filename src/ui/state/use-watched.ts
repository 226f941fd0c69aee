import { useEffect, useState } from 'react';
import { watch } from '#storage/watch.ts';

/**
 * What a query of the database gives, kept up to date across tabs; null until the first answer and
 * after `key` changed.
 */
export function useWatched<T>(query: () => Promise<T>, key: string): T | null {
  const [state, setState] = useState<{ key: string; value: T } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says when the query is another one
  useEffect(() => watch(query, (value) => setState({ key, value }), reportError), [key]);
  return state?.key === key ? state.value : null;
}
