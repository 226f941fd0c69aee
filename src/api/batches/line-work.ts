import type { DeviceUse } from '#api/call/device-use.ts';
import { pause } from '#api/call/device-use.ts';
import { anySignal } from '#base/promises.ts';
import type { NewLine } from '#storage/batches.ts';
import { answerEach, answerGroup, joins, type LineSettings, type Outcome } from './answer-lines.ts';
import type { BatchRequestLine } from './read-requests.ts';

/** Milliseconds without a request after which the device counts as idle: programs ask in series. */
const QUIET_MS = 500;
/** Times that a line is tried whose model or provider failed. */
const MAX_TRIES = 3;
const MAX_WAIT_MS = 600_000;

interface LineWorkOptions {
  settings: LineSettings;
  use: DeviceUse;
  /** Lines in progress at the same time. */
  width: number;
  /** Whether lines may be answered as one task. */
  isGrouped: boolean;
  /** @returns false where nothing is to be stored any more */
  save: (answers: NewLine[]) => Promise<boolean>;
}

/** Answers lines while the device is idle. A request that comes ends the ones in progress, which begin again later. */
export class LineWork {
  readonly #options: LineWorkOptions;
  readonly #lines: AsyncGenerator<BatchRequestLine>;
  /** Lines to try again. */
  readonly #again: BatchRequestLine[] = [];
  readonly #faults = new Map<number, number>();
  #isRead = false;
  #isOver = false;
  /** Since the last answer, waits that followed each other. */
  #waits = 0;
  #waitMs = 0;

  constructor(lines: AsyncGenerator<BatchRequestLine>, options: LineWorkOptions) {
    this.#lines = lines;
    this.#options = options;
  }

  /** Resolves when all lines have an answer, or are not wanted any more. @throws what no line is to blame for */
  async run(stop: AbortSignal): Promise<void> {
    try {
      while (!stop.aborted && !this.#isOver && !(this.#isRead && this.#again.length === 0)) {
        await pause(this.#waitMs, stop);
        this.#waitMs = 0;
        await this.#options.use.whenIdle(QUIET_MS, stop);
        await this.#work(stop);
      }
    } finally {
      await this.#lines.return(undefined);
    }
  }

  /** Until somebody asks for the device, something has to be waited for, or no line is left. */
  async #work(stop: AbortSignal): Promise<void> {
    const { use, width } = this.#options;
    const { signal, abort, release } = anySignal([stop]);
    const unsubscribe = use.onBusy(abort);
    if (use.isBusy) abort();
    // One line first, where the last one had to wait.
    const count = this.#waits > 0 ? 1 : width;
    const lanes = Array.from({ length: count }, () =>
      this.#lane(signal, this.#waits > 0).catch((error) => {
        abort();
        throw error;
      }),
    );
    const ends = await Promise.allSettled(lanes);
    unsubscribe();
    release();
    const failed = ends.find((end) => end.status === 'rejected');
    if (failed) throw failed.reason;
  }

  async #lane(signal: AbortSignal, isTrial: boolean): Promise<void> {
    while (!signal.aborted && !this.#isOver && this.#waitMs === 0) {
      const group = await this.#next();
      if (group.length === 0) return;
      try {
        await this.#take(group, await this.#answer(group, signal));
      } catch (error) {
        this.#again.push(...group);
        if (!signal.aborted) throw error;
      }
      if (isTrial) return;
    }
  }

  async #answer(group: readonly BatchRequestLine[], signal: AbortSignal): Promise<Outcome> {
    const { settings } = this.#options;
    const isTired = group.some(({ line }) => (this.#faults.get(line) ?? 0) >= MAX_TRIES - 1);
    return isTired
      ? answerEach(settings, group, signal, true)
      : answerGroup(settings, group, signal);
  }

  async #take(group: readonly BatchRequestLine[], outcome: Outcome): Promise<void> {
    if ('answers' in outcome) {
      this.#waits = 0;
      if (!(await this.#options.save(outcome.answers))) this.#isOver = true;
      return;
    }
    this.#again.push(...group);
    for (const { line } of outcome.isFault ? group : []) {
      this.#faults.set(line, (this.#faults.get(line) ?? 0) + 1);
    }
    this.#waitMs = Math.min(outcome.waitMs * 2 ** this.#waits, MAX_WAIT_MS);
    this.#waits++;
  }

  /** The next lines that are answered together; none where none is left. */
  async #next(): Promise<BatchRequestLine[]> {
    const group: BatchRequestLine[] = [];
    for (;;) {
      const line = this.#again.shift() ?? (await this.#read());
      if (!line) return group;
      if (group.length > 0 && !joins(group, line)) {
        this.#again.unshift(line);
        return group;
      }
      group.push(line);
      if (!this.#options.isGrouped) return group;
    }
  }

  async #read(): Promise<BatchRequestLine | null> {
    if (this.#isRead) return null;
    const { done, value } = await this.#lines.next();
    if (done) this.#isRead = true;
    return done ? null : value;
  }
}
