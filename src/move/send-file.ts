import { type Added, readAdded } from './added.ts';
import { controlOf } from './connect.ts';
import { MoveError } from './move-error.ts';
import { ReceiptGiven } from './receipt.ts';
import { MAX_CONTENT_BYTES, type SealedLink } from './sealed-link.ts';
import { type Connect, type Course, receiveAlive } from './tend-link.ts';

/** Bytes read from the file at a time. */
const READ_BYTES = 1_048_576;
/** Bytes on their way that the other device has not stored yet. */
const WINDOW_BYTES = 4 * READ_BYTES;

export interface OutgoingFile {
  /** SHA-256 of its content, by which the other device knows what it has of it. */
  id: string;
  data: Blob;
}

/**
 * Sends a file, from where the other device has it, over as many connections as it takes.
 * @returns the result that the other device reports. @throws MoveError
 */
export async function sendFile(
  file: OutgoingFile,
  course: Course,
  connect: Connect,
  signal: AbortSignal,
): Promise<Added> {
  course.set({ total: file.data.size });
  try {
    return await course.over(connect, signal, (link) => new Sending(file, course, link).run());
  } catch (error) {
    if (error instanceof ReceiptGiven) return error.added;
    throw error;
  }
}

class Sending {
  readonly #file: OutgoingFile;
  readonly #course: Course;
  readonly #link: SealedLink;
  /** Bytes that were handed to the link; null until the other device said what it has. */
  #sent: number | null = null;
  #isOver = false;
  /** Why the file cannot be read here; a new connection would not mend it. */
  #failure: Error | null = null;

  constructor(file: OutgoingFile, course: Course, link: SealedLink) {
    this.#file = file;
    this.#course = course;
    this.#link = link;
  }

  async run(): Promise<Added> {
    const { id, data } = this.#file;
    await this.#link.sendControl({ type: 'file', id, size: data.size });
    const writing = this.#write();
    // An error of the link the reader meets too.
    writing.catch(() => this.#link.close());
    try {
      return await this.#read();
    } catch (error) {
      throw this.#failure ?? error;
    } finally {
      this.#isOver = true;
      this.#course.set({});
      await writing.catch(() => {});
    }
  }

  async #read(): Promise<Added> {
    for (;;) {
      const frame = await receiveAlive(this.#link);
      if (this.#course.handles(frame)) continue;
      const control = controlOf(frame);
      const { type, at } = control;
      if (type === 'have' || type === 'stored') this.#noteStored(at, type);
      else if (type === 'adding') this.#course.set({ phase: 'adding' });
      else if (type !== 'added') throw failureOf(control);
      else {
        await this.#link.sendControl({ type: 'bye' });
        return readAdded(control);
      }
    }
  }

  #noteStored(at: unknown, type: 'have' | 'stored'): void {
    const { size } = this.#file.data;
    const isPlace = typeof at === 'number' && Number.isSafeInteger(at) && at >= 0 && at <= size;
    const isInOrder = type === 'have' ? this.#sent === null : (at as number) <= (this.#sent ?? -1);
    if (!isPlace || !isInOrder) throw new MoveError('changed');
    if (type === 'have') this.#sent = at;
    this.#course.set({ done: at });
  }

  async #write(): Promise<void> {
    const { data } = this.#file;
    for (;;) {
      const at = await this.#whenDue();
      if (at === null) return;
      if (at === data.size) break;
      const end = Math.min(data.size, at + READ_BYTES);
      const bytes = await this.#bytes(data.slice(at, end));
      for (let i = 0; i < bytes.length; i += MAX_CONTENT_BYTES) {
        await this.#link.sendData(bytes.subarray(i, i + MAX_CONTENT_BYTES));
      }
      this.#sent = end;
    }
    await this.#link.sendControl({ type: 'end' });
  }

  async #bytes(part: Blob): Promise<Uint8Array<ArrayBuffer>> {
    try {
      return new Uint8Array(await part.arrayBuffer());
    } catch (error) {
      this.#failure = error instanceof Error ? error : new Error(String(error));
      await sendFailure(this.#link, this.#failure);
      throw error;
    }
  }

  /** The next place to send from, when there is room for it on the way; null when it is over. */
  async #whenDue(): Promise<number | null> {
    for (;;) {
      const { isPausedHere, isPausedThere, done } = this.#course.state;
      if (this.#isOver) return null;
      const isFree = this.#sent !== null && this.#sent - done < WINDOW_BYTES;
      if (isFree && !isPausedHere && !isPausedThere) return this.#sent;
      await this.#course.changed();
    }
  }
}

/** Says to the other device what failed here, where it can still be reached. */
export async function sendFailure(link: SealedLink, error: unknown): Promise<void> {
  const { fault = 'failed', message = '' } = error as { fault?: string; message?: string };
  const detail = error instanceof MoveError ? (error.detail ?? '') : message;
  await link.sendControl({ type: 'failed', fault, message: detail.slice(0, 400) }).catch(() => {});
}

/** What the other device says that failed there, or that it sent something else. */
export function failureOf({ type, fault, message }: Record<string, unknown>): MoveError {
  if (type !== 'failed') return new MoveError('changed');
  const detail = String(message ?? '').slice(0, 400);
  return new MoveError(fault === 'too-large' ? fault : 'failed', { detail });
}
