import { anySignal } from '#base/any-signal.ts';
import type { Backing, ChosenModel } from './backing.ts';
import { AlcoveError } from './service.ts';

/** `downloadprogress` events have `loaded` from 0 to 1. */
export interface CreateOptions {
  signal?: AbortSignal;
  monitor?: (monitor: EventTarget) => void;
}

/**
 * The model for a new session, with the events of its download.
 * @throws as `Backing.ready`
 */
export async function openModel(
  backing: Backing,
  { signal, monitor }: CreateOptions,
): Promise<ChosenModel> {
  const events = new EventTarget();
  monitor?.(events);
  try {
    return await backing.ready(events, signal);
  } catch (error) {
    throw toDomException(error, 0);
  }
}

interface QuotaError {
  new (message: string, options: { quota: number; requested: number }): Error;
}

/** A class of its own in newer browsers, an exception with two fields in others. `requested`, `quota`: tokens. */
export function quotaExceeded(requested: number, quota: number): Error {
  const message = `The input needs ${requested} tokens of ${quota}.`;
  const { QuotaExceededError: Own } = globalThis as { QuotaExceededError?: QuotaError };
  if (Own) return new Own(message, { quota, requested });
  const exception = new DOMException(message, 'QuotaExceededError');
  return Object.defineProperties(exception, {
    quota: { value: quota },
    requested: { value: requested },
  });
}

/** An error of the service as the exceptions of the specification; others stay. `quota`: tokens of the context. */
export function toDomException(error: unknown, quota: number): unknown {
  if (!(error instanceof AlcoveError)) return error;
  if (error.code === 'context_length_exceeded') return quotaExceeded(quota + 1, quota);
  const name = error.status === 400 ? 'NotSupportedError' : 'OperationError';
  return new DOMException(error.message, name);
}

/** The reason of an abort as the specification has it: any value, an `AbortError` where none is given. */
const reasonOf = ({ reason }: AbortSignal): unknown =>
  reason ?? new DOMException('The request was aborted.', 'AbortError');

/** Ends a session's work, for good: by `destroy` or by the signal that it was created with. */
export class Lifetime {
  readonly #ending = new AbortController();

  constructor(created?: AbortSignal) {
    created?.addEventListener('abort', () => this.#ending.abort(reasonOf(created)), { once: true });
  }

  end(): void {
    this.#ending.abort(new DOMException('The session was destroyed.', 'AbortError'));
  }

  /** @throws DOMException `InvalidStateError` for a session that has ended */
  assertAlive(): void {
    if (this.#ending.signal.aborted) {
      throw new DOMException('The session was destroyed.', 'InvalidStateError');
    }
  }

  /** A signal that aborts with the session or with the first of others, until it is released. */
  follow(...others: readonly (AbortSignal | null | undefined)[]) {
    const signals = others.filter((signal): signal is AbortSignal => Boolean(signal));
    return anySignal([this.#ending.signal, ...signals]);
  }
}

/** Pieces as a stream of text that ends its source when the reader cancels. */
export function toStream(
  open: (cancelled: AbortSignal) => AsyncGenerator<string>,
): ReadableStream<string> {
  const cancelled = new AbortController();
  const pieces = open(cancelled.signal);
  return new ReadableStream<string>({
    async pull(controller) {
      try {
        const { done, value } = await pieces.next();
        if (done) controller.close();
        else controller.enqueue(value);
      } catch (error) {
        controller.error(error);
      }
    },
    async cancel() {
      cancelled.abort();
      await pieces.return(undefined).catch(() => {});
    },
  });
}

/** Language tags in their canonical form. @throws RangeError for one that is malformed */
export const canonicalTags = (tags: readonly string[] | undefined): string[] | undefined =>
  tags && Intl.getCanonicalLocales([...tags]);
