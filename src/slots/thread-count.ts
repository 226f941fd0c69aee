import type { ModelCard } from '#catalog/model-card.ts';
import { traitsOf } from '#catalog/runtimes.ts';
import type { Runtime } from '#engine/runtime.ts';
import type { Task, TaskEvent } from '#engine/tasks.ts';

interface ThreadCountOptions {
  /** What an earlier visit measured on this device; null when none did. */
  known: number | null;
  /** Measures how many threads compute fastest now. */
  calibrate: () => Promise<number>;
  /** Saves the measurement for later visits. */
  save: (threads: number) => Promise<void>;
}

/** The loaded models. */
interface Loaded {
  /** Whether nothing is being answered: a measurement during an answer would be wrong. */
  isIdle: () => boolean;
  /** Another number is faster now: loaded models should be reloaded. */
  onChange: () => void;
}

/** Below this share of a model's best rate an answer is slow: the threads may be too many now. */
const SLOW = 0.6;
/** Slow answers in a row after which threads are measured again. */
const SLOW_ANSWERS = 3;
/** Tokens of an answer whose rate says something. */
const MIN_TOKENS = 24;

const SETTLED_MS = 250;

/** How many threads models on the processor get: measured once, and again when answers become slow. */
export class ThreadCount {
  readonly #options: ThreadCountOptions;
  readonly #best = new Map<string, number>();
  #count: Promise<number> | null;
  #slow = 0;
  #loaded: Loaded | null = null;

  constructor(options: ThreadCountOptions) {
    this.#options = options;
    this.#count = options.known === null ? null : Promise.resolve(options.known);
  }

  /** Measures again for these, once their answers become slow. */
  follow(loaded: Loaded): void {
    this.#loaded = loaded;
  }

  get(): Promise<number> {
    this.#count ??= this.#measure();
    return this.#count;
  }

  /** Records an answer that was generated alone. `rate`: tokens per second after the first. */
  async note(model: string, tokens: number, rate: number): Promise<void> {
    if (tokens < MIN_TOKENS) return;
    const best = Math.max(rate, this.#best.get(model) ?? 0);
    this.#best.set(model, best);
    this.#slow = rate < SLOW * best ? this.#slow + 1 : 0;
    if (this.#slow < SLOW_ANSWERS || !this.#loaded?.isIdle()) return;
    this.#slow = 0;
    // The machine may simply be slower now: later answers are compared with this rate.
    this.#best.clear();
    const before = await this.get();
    this.#count = this.#measure();
    if ((await this.#count) !== before) this.#loaded.onChange();
  }

  async #measure(): Promise<number> {
    const { calibrate, save } = this.#options;
    const count = await calibrate();
    // On a full disk it is measured again at the next visit.
    await save(count).catch(() => {});
    return count;
  }
}

/** The same runtime, its models loaded with as many threads as help and its answers noted. */
export function withThreads(runtime: Runtime, threads: ThreadCount): Runtime {
  let model = '';
  let running = 0;
  return {
    async load(card: ModelCard, ...rest) {
      model = card.id;
      const isAuto = traitsOf(card).tunesThreads && !card.threads;
      return runtime.load(isAuto ? { ...card, threads: await threads.get() } : card, ...rest);
    },
    countTokens: (task) => runtime.countTokens(task),
    async *run(task: Task, signal: AbortSignal): AsyncGenerator<TaskEvent> {
      running++;
      let wasAlone = running === 1;
      let first = 0;
      let tokens = 0;
      try {
        for await (const event of runtime.run(task, signal)) {
          wasAlone &&= running === 1;
          if (event.type === 'text') {
            first ||= performance.now();
            tokens += event.tokens;
          }
          yield event;
        }
      } finally {
        running--;
      }
      const seconds = (performance.now() - first) / 1000;
      if (task.kind !== 'chat' || !wasAlone || first === 0) return;
      // Once the queue has seen the end: a measurement waits for nothing to run.
      setTimeout(
        () => threads.note(model, tokens, tokens / seconds).catch(reportError),
        SETTLED_MS,
      );
    },
    close: () => runtime.close(),
  };
}
