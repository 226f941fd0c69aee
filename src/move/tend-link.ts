import { deferred } from '#base/promises.ts';
import type { Connection, Path } from './connect.ts';
import { isInterruption, MoveError } from './move-error.ts';
import type { Frame, SealedLink } from './sealed-link.ts';

/** Milliseconds between signs of life, and without one after which a link is cut: timers of hidden pages run once a minute. */
const PING_MS = 5_000;
const SILENCE_MS = 90_000;

/** What a person sees of a move. */
export interface MoveState {
  /** `connecting`: again or for the first time. `adding`: everything is there and is added to the data of the other device. */
  phase: 'connecting' | 'moving' | 'adding';
  /** Bytes that the receiving device has stored, of all. */
  done: number;
  total: number;
  path: Path | null;
  /** Connections that were interrupted so far. */
  cuts: number;
  isPausedHere: boolean;
  isPausedThere: boolean;
}

const START: MoveState = {
  phase: 'connecting',
  done: 0,
  total: 0,
  path: null,
  cuts: 0,
  isPausedHere: false,
  isPausedThere: false,
};

/** One attempt after another until a device is connected. @throws MoveError where that is over. */
export type Connect = (signal: AbortSignal, isAgain: boolean) => Promise<Connection>;

/** What both ends share: a state, a pause, and connections that are made again. */
export class Course {
  readonly #onState: (state: MoveState) => void;
  #state = START;
  #link: SealedLink | null = null;
  #wake = deferred<void>();

  constructor(onState: (state: MoveState) => void) {
    this.#onState = onState;
  }

  get state(): MoveState {
    return this.#state;
  }

  set(change: Partial<MoveState>): void {
    this.#state = { ...this.#state, ...change };
    this.#onState(this.#state);
    this.#wake.resolve();
    this.#wake = deferred();
  }

  /** Resolves with the next change. */
  changed(): Promise<void> {
    return this.#wake.promise;
  }

  /** Pauses or resumes, as the person here wants it. */
  pause(isPausedHere: boolean): void {
    this.set({ isPausedHere });
    this.#sendPause();
  }

  /** Says to the other device that the person here cancelled. */
  async cancel(): Promise<void> {
    await this.#link?.sendControl({ type: 'cancel' }).catch(() => {});
  }

  #sendPause(): void {
    const { isPausedHere } = this.#state;
    this.#link?.sendControl({ type: 'pause', isPaused: isPausedHere }).catch(() => {});
  }

  /** Settles as `use` does, over as many connections as it takes. */
  async over<T>(
    connect: Connect,
    signal: AbortSignal,
    use: (link: SealedLink) => Promise<T>,
  ): Promise<T> {
    for (let isAgain = false; ; isAgain = true) {
      const { link, path } = await connect(signal, isAgain);
      const stop = () => link.close();
      signal.addEventListener('abort', stop);
      const pings = setInterval(() => {
        link.sendControl({ type: 'ping' }).catch(() => {});
      }, PING_MS);
      try {
        signal.throwIfAborted();
        this.#link = link;
        this.set({ phase: 'moving', path, isPausedThere: false });
        if (this.#state.isPausedHere) this.#sendPause();
        return await use(link);
      } catch (error) {
        signal.throwIfAborted();
        if (!isInterruption(error)) throw error;
        this.set({ phase: 'connecting', path: null, cuts: this.#state.cuts + 1 });
      } finally {
        this.#link = null;
        clearInterval(pings);
        signal.removeEventListener('abort', stop);
        link.close();
      }
    }
  }

  /** Handles what both ends send. @returns whether it was that. */
  handles(frame: Frame): boolean {
    if (frame.kind === 'data') return false;
    const { type, isPaused } = frame.value as { type?: unknown; isPaused?: unknown };
    if (type === 'cancel') throw new MoveError('cancelled');
    if (type === 'pause') this.set({ isPausedThere: isPaused === true });
    return type === 'pause' || type === 'ping';
  }
}

/** The next frame; a link on which none comes is cut. */
export async function receiveAlive(link: SealedLink): Promise<Frame> {
  const timer = setTimeout(() => link.close(), SILENCE_MS);
  try {
    return await link.receive();
  } finally {
    clearTimeout(timer);
  }
}
