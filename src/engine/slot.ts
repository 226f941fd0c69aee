import type { ModelCard } from '#catalog/model-card.ts';
import { EngineError, isFatal } from './engine-error.ts';
import type { Backend, LoadProgress, Runtime } from './runtime.ts';
import type { Task, TaskEvent } from './tasks.ts';
import { TurnQueue } from './turn-queue.ts';
import { isBeforeContent } from './with-progress.ts';

export type SlotState = 'loading' | 'ready' | 'failed' | 'closed';

/** Seconds on the engine's clock, for usage. */
export interface Timings {
  admitted: number;
  started: number;
  firstToken: number | null;
  ended: number;
}

/** Tokens of the tasks that a turn ran, as far as they are known: also of those that were ended early. */
export interface TokenCounts {
  prompt: number;
  cached: number;
  completion: number;
  reasoning: number;
}

/** A request's turn on a slot: waits in line, then runs any number of tasks, then leaves. */
export interface Turn {
  /** Resolves when the turn has come. @throws EngineError `aborted`, `slot-crashed`. */
  started: Promise<void>;
  /**
   * Only after `started`. `isRepeat`: another answer to the prompt before, which is counted once.
   * @throws EngineError while iterating.
   */
  run: (task: Task, isRepeat?: boolean) => AsyncIterable<TaskEvent>;
  /** Lets the requests that wait run first; resolves when the turn has come again. @throws as `started`. */
  pass: () => Promise<void>;
  /** Gives the turn back; harmless when called twice or before the turn came. */
  leave: () => void;
  timings: Timings;
  counts: TokenCounts;
}

/** One loaded model with its line of requests. */
export class Slot {
  readonly card: ModelCard;
  readonly queue: TurnQueue;
  readonly #openRuntime: () => Runtime;
  readonly #now: () => number;
  readonly #onChange: () => void;
  readonly #loading = new AbortController();
  #runtime: Runtime;
  ready: Promise<Backend>;
  #state: SlotState = 'loading';
  backend: Backend | null = null;
  progress: LoadProgress = { phase: 'download', loaded: 0, total: 0 };
  lastUsed: number;
  /** Seconds that the latest requests took on average; 0 before the first. */
  averageSeconds = 0;
  /** Requests that opened the slot and have not joined its queue yet. */
  #expected = 0;
  #isRetired = false;
  #noteClosed = () => {};
  readonly #closed = new Promise<void>((resolve) => {
    this.#noteClosed = resolve;
  });
  #isBroken = false;

  /** `onChange`: its state, its progress or its queue is another one. */
  constructor(
    card: ModelCard,
    openRuntime: () => Runtime,
    maxWaiting: number,
    now: () => number,
    onChange = () => {},
  ) {
    this.card = card;
    this.#onChange = onChange;
    this.queue = new TurnQueue(card.parallel, maxWaiting, onChange);
    this.#openRuntime = openRuntime;
    this.#now = now;
    this.lastUsed = now();
    this.#runtime = openRuntime();
    this.ready = this.#load();
  }

  get state(): SlotState {
    return this.#state;
  }

  #enter(state: SlotState): void {
    this.#state = state;
    this.#onChange();
  }

  #load(): Promise<Backend> {
    const ready = this.#loadRuntime(this.#runtime);
    // Avoids an unhandled rejection; callers that await `ready` still see the error.
    ready.catch(() => {});
    return ready;
  }

  async #loadRuntime(runtime: Runtime): Promise<Backend> {
    try {
      const report = (p: LoadProgress) => {
        this.progress = p;
        this.#onChange();
      };
      this.backend = await runtime.load(this.card, report, this.#loading.signal);
      this.#enter('ready');
      this.#closeIfRetired();
      return this.backend;
    } catch (error) {
      this.#enter('failed');
      await runtime.close();
      this.#closeIfRetired();
      if (error instanceof EngineError) throw error;
      throw new EngineError('load-failed', `${this.card.id} could not be loaded.`, error);
    }
  }

  /** Whether no request uses it or is about to, and it is not being loaded: it may be unloaded. */
  get isIdle(): boolean {
    return this.queue.isIdle && this.#expected === 0 && this.#state !== 'loading';
  }

  /** Whether its runtime failed for good. */
  get isBroken(): boolean {
    return this.#isBroken;
  }

  /** Replaces a runtime that broke, for the requests that wait. @returns false where none does */
  restart(): boolean {
    if (this.#state === 'closed' || (this.queue.waiting === 0 && this.#expected === 0))
      return false;
    this.#runtime.close().catch(() => {});
    this.#isBroken = false;
    this.#enter('loading');
    this.#runtime = this.#openRuntime();
    this.ready = this.#load();
    return true;
  }

  #noteFailure(runtime: Runtime, error: unknown): void {
    if (isFatal(error) && runtime === this.#runtime) this.#isBroken = true;
  }

  /** Announces a request that will join the queue: until then the slot stays. @returns a function that ends this. */
  expect(): () => void {
    this.#expected++;
    let isOver = false;
    return () => {
      if (!isOver) this.#expected--;
      isOver = true;
      this.#closeIfRetired();
    };
  }

  /** Closes it once no request uses it. Resolves when it is closed. */
  closeWhenIdle(): Promise<void> {
    this.#isRetired = true;
    this.#closeIfRetired();
    return this.#closed;
  }

  #closeIfRetired(): void {
    if (this.#isRetired && this.isIdle && this.state !== 'closed') this.close().catch(() => {});
  }

  async countTokens(task: Task): Promise<number[]> {
    await this.ready;
    const runtime = this.#runtime;
    try {
      return await runtime.countTokens(task);
    } catch (error) {
      this.#noteFailure(runtime, error);
      throw error;
    }
  }

  /**
   * Joins the queue synchronously. The caller must always `leave` the turn.
   * @throws EngineError `queue-full`.
   */
  admit(signal: AbortSignal): Turn {
    if (this.queue.isFull) throw new EngineError('queue-full', 'Too many requests in flight.');
    const timings: Timings = { admitted: this.#now(), started: 0, firstToken: null, ended: 0 };
    const counts: TokenCounts = { prompt: 0, cached: 0, completion: 0, reasoning: 0 };
    let place = this.queue.enter(signal);
    let left = false;
    /** Seconds in which others ran. */
    let passed = 0;
    const started = place.then((release) => {
      timings.started = this.#now();
      timings.ended = timings.started;
      if (left) release();
    });
    // Avoids an unhandled rejection: a turn that is left early is not awaited.
    started.catch(() => {});
    return {
      timings,
      counts,
      started,
      run: (task, isRepeat = false) =>
        this.#noted(this.#run(task, signal), timings, counts, isRepeat),
      pass: async () => {
        if (left || this.queue.waiting === 0) return;
        const release = await place;
        const began = this.#now();
        // Joins the end of the queue before it frees its place.
        place = this.queue.enter(signal, { isReturning: true });
        place.catch(() => {});
        release();
        await place;
        passed += this.#now() - began;
      },
      leave: () => {
        if (!left && timings.started > 0)
          this.#recordDuration(Math.max(0, timings.ended - timings.started - passed));
        left = true;
        this.lastUsed = this.#now();
        place
          .then((release) => release())
          .catch(() => {})
          .finally(() => this.#closeIfRetired());
      },
    };
  }

  #recordDuration(seconds: number): void {
    this.averageSeconds = this.averageSeconds === 0 ? seconds : (this.averageSeconds + seconds) / 2;
  }

  async *#run(task: Task, signal: AbortSignal): AsyncGenerator<TaskEvent> {
    // The runtime that it waited for may have been replaced.
    await this.ready;
    const runtime = this.#runtime;
    try {
      yield* runtime.run(task, signal);
    } catch (error) {
      this.#noteFailure(runtime, error);
      throw error;
    }
  }

  async *#noted(
    events: AsyncIterable<TaskEvent>,
    timings: Timings,
    counts: TokenCounts,
    isRepeat: boolean,
  ): AsyncGenerator<TaskEvent> {
    const before = { ...counts };
    for await (const event of events) {
      count(counts, before, event, isRepeat);
      timings.ended = this.#now();
      if (!isBeforeContent(event)) timings.firstToken ??= timings.ended;
      yield event;
    }
  }

  async close(): Promise<void> {
    this.#enter('closed');
    this.#loading.abort();
    this.queue.failWaiting(new EngineError('slot-crashed', `${this.card.id} was unloaded.`));
    await this.#runtime.close().finally(this.#noteClosed);
  }
}

/** Adds an event's tokens; the last event of a task replaces the counts on the way. `before`: of earlier tasks. */
function count(
  counts: TokenCounts,
  before: Readonly<TokenCounts>,
  event: TaskEvent,
  isRepeat: boolean,
): void {
  switch (event.type) {
    case 'start':
      setPrompt(event.promptTokens, event.cachedTokens);
      return;
    case 'text':
    case 'tool-arguments':
    case 'segment':
      counts.completion += event.tokens;
      return;
    case 'reasoning':
      counts.completion += event.tokens;
      counts.reasoning += event.tokens;
      return;
    case 'end':
      counts.completion = before.completion + event.completionTokens;
      counts.reasoning = before.reasoning + event.reasoningTokens;
      if (event.prompt) setPrompt(event.prompt.tokens, event.prompt.cached);
      return;
    default:
      return;
  }
  function setPrompt(tokens: number, cached: number) {
    if (isRepeat) return;
    counts.prompt = before.prompt + tokens;
    counts.cached = before.cached + cached;
  }
}
