import type { HostControl } from '#transport/host-control.ts';

export type Control = <T>(
  use: (control: HostControl) => Promise<T>,
  signal?: AbortSignal,
) => Promise<T>;

/** Milliseconds before a host that does not answer is asked again. */
const RETRY_MS = 1_000;

/**
 * Reads part of the host's state, and again whenever it has changed while the page is on screen: the host answers a
 * pending question, so that nothing runs while nothing changes. @returns a function that stops it.
 */
export function followHost(
  control: Control,
  area: 'host' | 'catalog',
  read: () => Promise<void>,
): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  const follow = async () => {
    let seen = -1;
    while (!signal.aborted) {
      try {
        seen = await control((c) => c.changed(area, seen), signal);
        await untilVisible(signal);
        if (!signal.aborted) await read();
      } catch {
        // Another tab takes over: its host begins with numbers of its own.
        seen = -1;
        if (!signal.aborted) await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
    }
  };
  follow().catch(reportError);
  return () => stop.abort();
}

async function untilVisible(signal: AbortSignal): Promise<void> {
  while (document.visibilityState !== 'visible' && !signal.aborted) {
    await new Promise<void>((resolve) => {
      document.addEventListener('visibilitychange', () => resolve(), { once: true });
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
  }
}
