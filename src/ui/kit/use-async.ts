import { useEffect, useEffectEvent, useState } from 'react';

/** What a component waits for: null until it is there, and after `key` changed. */
export interface Loaded<T> {
  value: T | null;
  error: unknown;
}

/** The result of a call when a component appears, and again when `key` changes; an outdated result is ignored. */
export function useAsync<T>(load: (signal: AbortSignal) => Promise<T>, key = ''): Loaded<T> {
  const [state, setState] = useState<Loaded<T> & { key: string }>({
    key,
    value: null,
    error: null,
  });
  const start = useEffectEvent(load);
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    start(signal).then(
      (value) => !signal.aborted && setState({ key, value, error: null }),
      (error: unknown) => {
        if (signal.aborted) return;
        reportError(error);
        setState({ key, value: null, error });
      },
    );
    return () => controller.abort();
  }, [key]);
  return state.key === key ? state : { value: null, error: null };
}
