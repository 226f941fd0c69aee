import { useEffect, useState } from 'react';
import { watch } from '#storage/watch.ts';

/**
 * The live result of a database query, across tabs; null until the first result and
 * after `key` changed.
 */
export function useWatched<T>(query: () => Promise<T>, key: string): T | null {
  const [state, setState] = useState<{ key: string; value: T } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says when the query is another one
  useEffect(() => watch(query, (value) => setState({ key, value }), reportError), [key]);
  return state?.key === key ? state.value : null;
}
