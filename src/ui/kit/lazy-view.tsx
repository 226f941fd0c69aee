import { type ComponentType, createElement, lazy, type ReactNode } from 'react';

/** Code of a view that could not be loaded, not even again. */
export class LoadError extends Error {
  override readonly name = 'LoadError';
  /** Makes the next draw request the code again. */
  readonly forget: () => void;

  constructor(cause: unknown, forget: () => void) {
    super('A part of the app could not be loaded.', { cause });
    this.forget = forget;
  }
}

/** Milliseconds before code is requested again: a connection that blinks, a server that restarts. */
const PAUSES_MS = [300, 1_500];

/** A view whose code is loaded when it is first drawn, or before. */
interface LazyView<Props> {
  (props: Props): ReactNode;
  /** Loads the code, so that the view is drawn without a pause. */
  preload: () => Promise<unknown>;
}

/**
 * `React.lazy` for code that may fail to load: requested again twice, then again whenever the boundary above retries.
 * React caches a rejected load for ever.
 */
export function lazyView<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyView<Props> {
  let loaded: ComponentType<Props> | null = null;
  const request = async () => {
    try {
      loaded = await withRetries(load);
      return { default: loaded };
    } catch (error) {
      throw new LoadError(error, () => {
        View = lazy(request);
      });
    }
  };
  let View = lazy(request);
  const draw = (props: Props) =>
    createElement<Props>(loaded ?? (View as ComponentType<Props>), props);
  return Object.assign(draw, { preload: request });
}

export async function withRetries<T>(load: () => Promise<T>, pauses = PAUSES_MS): Promise<T> {
  for (const pause of pauses) {
    try {
      return await load();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
  return load();
}
