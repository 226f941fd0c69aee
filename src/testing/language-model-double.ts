export interface DoubleOptions {
  availability: 'unavailable' | 'downloadable' | 'available';
  /** Tokens of a session; a token is a word here. */
  contextWindow: number;
  /** Milliseconds between two words; a step of a download takes twenty times as long. */
  delayMs: number;
}

/**
 * Puts a `LanguageModel` into a window that keeps the rules of the Prompt API's specification: what it validates, which
 * exceptions it throws, how the context is counted. It answers with the messages it was asked, or with JSON under a
 * constraint. Self-contained, so that a browser test can hand it to `addInitScript`.
 * @see https://webmachinelearning.github.io/prompt-api
 */
export function installLanguageModel(options: DoubleOptions): void {
  interface Message {
    role: 'system' | 'user' | 'assistant';
    content: string;
    prefix?: boolean;
  }
  const state = { ...options, isDownloading: false };
  const words = (messages: readonly Message[]) =>
    messages.reduce((sum, { content }) => sum + content.split(/\s+/).filter(Boolean).length, 0);
  const quota = (requested: number) =>
    Object.assign(new DOMException('The input is too large.', 'QuotaExceededError'), {
      requested,
      quota: state.contextWindow,
    });
  const pause = (ms: number, signal?: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      const timer = setTimeout(resolve, ms);
      signal?.addEventListener('abort', () => {
        clearTimeout(timer);
        reject(new DOMException('Aborted.', 'AbortError'));
      });
    });

  function validate(messages: readonly Message[], isInitial: boolean): void {
    for (const [at, { role, prefix }] of messages.entries()) {
      if (role === 'system' && !isInitial) {
        throw new DOMException('No system role here.', 'NotSupportedError');
      }
      if (role === 'system' && at > 0) throw new TypeError('The system comes first.');
      const isLast = at === messages.length - 1;
      if (prefix && (isInitial || role !== 'assistant' || !isLast)) {
        throw new DOMException('A prefix is the last message of the assistant.', 'SyntaxError');
      }
    }
  }

  async function download(given: {
    signal?: AbortSignal;
    monitor?: (monitor: EventTarget) => void;
  }): Promise<void> {
    const { userActivation } = globalThis.navigator as Partial<Navigator>;
    if (userActivation && !userActivation.isActive) {
      throw new DOMException('A person has to ask.', 'NotAllowedError');
    }
    const monitor = new EventTarget();
    given.monitor?.(monitor);
    state.isDownloading = true;
    for (const loaded of [0, 0.5, 1]) {
      await pause(20 * state.delayMs, given.signal);
      monitor.dispatchEvent(Object.assign(new Event('downloadprogress'), { loaded, total: 1 }));
    }
    state.isDownloading = false;
    state.availability = 'available';
  }

  class LanguageModel extends EventTarget {
    readonly contextWindow = state.contextWindow;
    contextUsage = 0;
    samplingMode = 'default';
    history: readonly Message[] = [];
    isDestroyed = false;

    static async availability(): Promise<string> {
      return state.isDownloading ? 'downloading' : state.availability;
    }

    static async create(
      given: {
        signal?: AbortSignal;
        samplingMode?: string;
        initialPrompts?: readonly Message[];
        monitor?: (monitor: EventTarget) => void;
      } = {},
    ): Promise<LanguageModel> {
      given.signal?.throwIfAborted();
      validate(given.initialPrompts ?? [], true);
      if (state.availability === 'unavailable') {
        throw new DOMException('There is no model.', 'NotSupportedError');
      }
      if (state.availability === 'downloadable') await download(given);
      const session = new LanguageModel();
      session.samplingMode = given.samplingMode ?? 'default';
      session.history = given.initialPrompts ?? [];
      session.contextUsage = words(session.history);
      if (session.contextUsage > state.contextWindow) throw quota(session.contextUsage);
      return session;
    }

    async measureContextUsage(input: readonly Message[]): Promise<number> {
      if (this.isDestroyed) throw new DOMException('Destroyed.', 'InvalidStateError');
      validate(input, false);
      return words(input);
    }

    promptStreaming(
      input: readonly Message[],
      { signal, responseConstraint }: { signal?: AbortSignal; responseConstraint?: object } = {},
    ): ReadableStream<string> {
      if (this.isDestroyed) throw new DOMException('Destroyed.', 'InvalidStateError');
      validate(input, false);
      const asked = this.contextUsage + words(input);
      const write = this.write(input, asked, signal, responseConstraint);
      return new ReadableStream<string>({
        async pull(controller) {
          try {
            const { done, value } = await write.next();
            if (done) controller.close();
            else controller.enqueue(value);
          } catch (error) {
            controller.error(error);
          }
        },
      });
    }

    async *write(
      input: readonly Message[],
      asked: number,
      signal?: AbortSignal,
      constraint?: object,
    ): AsyncGenerator<string> {
      signal?.throwIfAborted();
      if (asked > state.contextWindow) throw quota(asked);
      const all = [...this.history, ...input].map(({ role, content }) => `${role}: ${content}`);
      const text = constraint
        ? JSON.stringify({ constraint: Object.keys(constraint).join(' ') })
        : `[${this.samplingMode}] ${all.join(' | ')}`;
      this.contextUsage = asked;
      for (const word of text.match(/\S+\s*/g) ?? []) {
        await pause(state.delayMs, signal);
        if (this.isDestroyed) throw new DOMException('Destroyed.', 'AbortError');
        this.contextUsage++;
        yield word;
      }
    }

    destroy(): void {
      this.isDestroyed = true;
    }
  }
  Object.assign(globalThis, { LanguageModel });
}
