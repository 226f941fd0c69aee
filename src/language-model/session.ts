import { anySignal, deferred, untilAborted } from '#base/promises.ts';
import type { Backing, ChosenModel } from './backing.ts';
import { AlcoveError } from './service.ts';

/** `downloadprogress` events have `loaded` from 0 to 1. */
export interface CreateOptions {
  signal?: AbortSignal;
  monitor?: (monitor: EventTarget) => void;
}

/**
 * The model for a new session, with the events of its download. It knows the languages.
 * @throws as `Backing.ready`
 */
export async function openModel(
  backing: Backing,
  { signal, monitor }: CreateOptions,
  languages: readonly string[] = [],
): Promise<ChosenModel> {
  const events = new EventTarget();
  monitor?.(events);
  try {
    return await backing.ready(events, signal, languages);
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

/** Calls of a session one after the other, in their order: each sees the answers before it. */
export class Turns {
  #last: Promise<void> = Promise.resolve();

  /** `begins` rejects with the signal's reason without waiting for the turns before; `end` releases the signal too. */
  enter({ signal, release }: ReturnType<Lifetime['follow']>) {
    const before = this.#last;
    const { promise: isOver, resolve } = deferred();
    this.#last = before.then(() => isOver);
    const end = () => {
      release();
      resolve();
    };
    return { begins: untilAborted(before, signal), end };
  }
}

/**
 * Pieces as a stream of text that ends its source when the reader cancels. They are taken from now on, whether or not they
 * are read: an answer that waits for its reader would hold up the session's next one. Its length bounds what waits.
 */
export function toStream(
  open: (cancelled: AbortSignal) => AsyncGenerator<string>,
): ReadableStream<string> {
  const cancelled = new AbortController();
  const pieces = open(cancelled.signal);
  const take = async (controller: ReadableStreamDefaultController<string>) => {
    try {
      for await (const piece of pieces) controller.enqueue(piece);
      controller.close();
    } catch (error) {
      // Of no effect on a stream that was cancelled.
      controller.error(error);
    }
  };
  return new ReadableStream<string>({
    start(controller) {
      // Not awaited: reading begins before the end.
      void take(controller);
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

/** `de-CH` → `Swiss High German`: models follow a name better than a tag. */
export const languageName = (tag: string): string =>
  new Intl.DisplayNames(['en'], { type: 'language' }).of(tag) ?? tag;
