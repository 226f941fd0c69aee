import { joinBytes } from '#base/bytes.ts';
import { anySignal, deferred } from '#base/promises.ts';
import type { Added } from './added.ts';
import { controlOf } from './connect.ts';
import { MoveError } from './move-error.ts';
import type { SealedLink } from './sealed-link.ts';
import { failureOf, sendFailure } from './send-file.ts';
import { type Connect, type Course, receiveAlive } from './tend-link.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** Bytes that are stored together, and confirmed. */
const STORE_BYTES = 1_048_576;
/** Bytes of a file that is accepted at all. */
const MAX_FILE_BYTES = 64e9;
/** Milliseconds in which the other device says goodbye on a connection, and in which it learns the counts at all. */
const BYE_MS = 5_000;
const FAREWELL_MS = 30_000;

/** A file that arrives, stored as far as it came. */
export interface Incoming {
  /** Bytes that are stored. */
  readonly at: number;
  /** Resolves when they are stored for good. */
  append(bytes: Bytes): Promise<void>;
  /** The whole file. */
  file(): Promise<File>;
  discard(): Promise<void>;
}

export interface ReceiveOptions {
  course: Course;
  connect: Connect;
  signal: AbortSignal;
  /** @throws MoveError `too-large` where there is no room for it. */
  open: (id: string, size: number) => Promise<Incoming>;
  /** Adds the contents of the file to the data of this device. */
  add: (file: File) => Promise<Added>;
  /** The connection ended before the other device confirmed that it has the result. */
  onUnconfirmed?: () => void;
}

/** Receives a file over as many connections as it takes, and adds its contents. @throws MoveError */
export async function receiveFile(options: ReceiveOptions): Promise<Added> {
  const { course, connect, signal } = options;
  const receiving = new Receiving(options);
  const limited = anySignal([signal]);
  const result = course.over(connect, limited.signal, (link) => receiving.run(link));
  try {
    const added = await Promise.race([result, receiving.late.promise]);
    if (!receiving.isConfirmed) options.onUnconfirmed?.();
    await receiving.discard();
    return added;
  } catch (error) {
    // The next code resumes where this one stopped.
    const mayGoOn = !signal.aborted && error instanceof MoveError && error.fault === 'gone';
    if (!mayGoOn) await receiving.discard();
    throw error;
  } finally {
    limited.abort();
    limited.release();
    result.catch(() => {});
  }
}

class Receiving {
  readonly #options: ReceiveOptions;
  #incoming: { id: string; size: number; data: Incoming } | null = null;
  #adding: Promise<Added> | null = null;
  /** Resolves when all was added, whether the other device learnt it in time or not. */
  readonly late = deferred<Added>();
  /** Whether the other device has the result. */
  isConfirmed = false;

  constructor(options: ReceiveOptions) {
    this.#options = options;
  }

  async run(link: SealedLink): Promise<Added> {
    const { course } = this.#options;
    let pending: Bytes[] = [];
    let bytes = 0;
    for (;;) {
      const frame = await receiveAlive(link);
      if (frame.kind === 'data') {
        pending.push(frame.bytes);
        bytes += frame.bytes.length;
        if (await this.#store(link, pending, bytes)) {
          pending = [];
          bytes = 0;
        }
        continue;
      }
      if (course.handles(frame)) continue;
      const control = controlOf(frame);
      if (control['type'] === 'file') await this.#begin(link, control);
      else if (control['type'] === 'end') return this.#finish(link);
      else throw failureOf(control);
    }
  }

  /** Deletes the file. */
  async discard(): Promise<void> {
    await this.#incoming?.data.discard().catch(() => {});
  }

  async #begin(link: SealedLink, { id, size }: Record<string, unknown>): Promise<void> {
    const isId = typeof id === 'string' && /^[\da-f]{64}$/.test(id);
    const isSize = typeof size === 'number' && Number.isSafeInteger(size) && size > 0;
    if (!isId || !isSize || size > MAX_FILE_BYTES) throw new MoveError('changed');
    const known = this.#incoming;
    if (known && (known.id !== id || known.size !== size)) throw new MoveError('failed');
    const data = known?.data ?? (await reporting(link, () => this.#options.open(id, size)));
    this.#incoming = { id, size, data };
    this.#options.course.set({ done: data.at, total: size });
    await link.sendControl({ type: 'have', at: data.at });
  }

  /** Stores what came when it is enough, or all. @returns whether it did. */
  async #store(link: SealedLink, pending: readonly Bytes[], bytes: number): Promise<boolean> {
    const incoming = this.#incoming;
    if (!incoming || incoming.data.at + bytes > incoming.size) throw new MoveError('changed');
    const { data, size } = incoming;
    if (bytes < STORE_BYTES && data.at + bytes < size) return false;
    await reporting(link, () => data.append(joinBytes(pending)));
    this.#options.course.set({ done: data.at });
    // A link that was cut is noticed by the next read, after the last words of the other device.
    await link.sendControl({ type: 'stored', at: data.at }).catch(() => {});
    return true;
  }

  async #finish(link: SealedLink): Promise<Added> {
    const incoming = this.#incoming;
    if (!incoming || incoming.data.at !== incoming.size) throw new MoveError('changed');
    this.#options.course.set({ phase: 'adding' });
    await link.sendControl({ type: 'adding' });
    // Once, however often the connection is cut meanwhile.
    this.#adding ??= incoming.data.file().then(this.#options.add);
    const adding = this.#adding;
    const added = await reporting(link, () => adding);
    setTimeout(() => this.late.resolve(added), FAREWELL_MS);
    await link.sendControl({ type: 'added', ...added });
    const timer = setTimeout(() => link.close(), BYE_MS);
    await untilBye(link).finally(() => clearTimeout(timer));
    this.isConfirmed = true;
    return added;
  }
}

async function untilBye(link: SealedLink): Promise<void> {
  for (;;) {
    if (controlOf(await link.receive())['type'] === 'bye') return;
  }
}

/** Says to the other device what failed here. */
async function reporting<T>(link: SealedLink, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    await sendFailure(link, error);
    throw error;
  }
}
