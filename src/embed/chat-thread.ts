import { post, streamChat } from '#language-model/service.ts';
import type { AlcoveService } from './alcove.d.ts';
import type { ChatMessage, ChatOptions, ChatState } from './react-types.d.ts';

/** A value that components subscribe to, and one abortable task at a time that changes it. */
export class TaskStore<S> {
  #state: S;
  #listeners = new Set<() => void>();
  #running: AbortController | null = null;

  constructor(state: S) {
    this.#state = state;
  }

  readonly state = (): S => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly set = (patch: Partial<S>): void => {
    this.#state = { ...this.#state, ...patch };
    for (const listener of this.#listeners) listener();
  };

  /** Ends the task that runs. */
  readonly stop = (): void => {
    this.#running?.abort();
    this.#running = null;
  };

  /**
   * Runs a task in place of the one before. Its changes to the state are dropped once it was stopped or replaced.
   * @returns its result; null where it was stopped. @throws what the task throws
   */
  async run<T>(
    task: (signal: AbortSignal, set: (patch: Partial<S>) => void) => Promise<T>,
  ): Promise<T | null> {
    this.stop();
    const running = new AbortController();
    const { signal } = running;
    this.#running = running;
    try {
      const result = await task(signal, (patch) => {
        if (!signal.aborted) this.set(patch);
      });
      return signal.aborted ? null : result;
    } catch (error) {
      if (signal.aborted) return null;
      throw error;
    } finally {
      if (this.#running === running) this.#running = null;
    }
  }
}

/** The service of a hook. @throws Error where it has not started */
export function started<T>(service: T | null): T {
  if (service === null) throw new Error('The service has not started.');
  return service;
}

export const toError = (error: unknown): Error =>
  error instanceof Error ? error : new Error(String(error));

/** A conversation: the messages, the answer that is being written, and the failure of the last one. */
export class ChatThread extends TaskStore<ChatState> {
  constructor(messages: readonly ChatMessage[] = []) {
    super({ messages, status: 'ready', error: null });
  }

  /** Adds a message of the person, and its answer piece by piece. Resolves when that is over; failures are in the state. */
  async send(service: AlcoveService | null, options: ChatOptions, content: string): Promise<void> {
    this.end();
    this.set({ messages: [...this.state().messages, { role: 'user', content }] });
    await this.#answer(service, options);
  }

  /** Asks for the last answer again: after a failure, or for another one. */
  async retry(service: AlcoveService | null, options: ChatOptions): Promise<void> {
    this.end();
    const { messages } = this.state();
    const last = messages.findLastIndex(({ role }) => role === 'user');
    if (last < 0) return;
    this.set({ messages: messages.slice(0, last + 1) });
    await this.#answer(service, options);
  }

  /** Ends the answer; its text so far stays. */
  readonly end = (): void => {
    this.stop();
    if (this.state().status === 'streaming') this.set({ status: 'ready' });
  };

  /** Another conversation in place of this one. */
  readonly setMessages = (messages: readonly ChatMessage[]): void => {
    this.stop();
    this.set({ messages, status: 'ready', error: null });
  };

  async #answer(service: AlcoveService | null, { system, ...options }: ChatOptions): Promise<void> {
    const asked = this.state().messages;
    this.set({ status: 'streaming', error: null });
    const messages = system ? [{ role: 'system', content: system }, ...asked] : asked;
    try {
      await this.run(async (signal, set) => {
        let content = '';
        const request = { ...options, messages };
        for await (const { text } of streamChat(started(service), request, signal)) {
          content += text;
          if (text) set({ messages: [...asked, { role: 'assistant', content }] });
        }
        set({ status: 'ready' });
      });
    } catch (error) {
      this.set({ status: 'failed', error: toError(error) });
    }
  }
}

/** Text of a file of sound, with the text so far while it is made. @throws as `post` */
export async function transcribe(
  service: AlcoveService,
  options: { model: string; language?: string | undefined; prompt?: string | undefined },
  file: Blob,
  signal: AbortSignal,
): Promise<string> {
  const form = new FormData();
  for (const [name, value] of Object.entries(options)) {
    // A form would send the word "undefined".
    if (value !== undefined) form.set(name, value);
  }
  form.set('file', file, file instanceof File ? file.name : 'recording');
  form.set('response_format', 'json');
  const answer = await post(service, '/audio/transcriptions', form, signal);
  return ((await answer.json()) as { text: string }).text;
}

/** A vector for each text, in their order. @throws as `post` */
export async function embed(
  service: AlcoveService,
  options: { model: string; dimensions?: number },
  input: readonly string[],
  signal: AbortSignal,
): Promise<number[][]> {
  if (input.length === 0) return [];
  const answer = await post(service, '/embeddings', { ...options, input }, signal);
  const { data } = (await answer.json()) as { data: { embedding: number[] }[] };
  return data.map(({ embedding }) => embedding);
}
