import type { WebllmEngine } from '#runtimes/webllm/loaded-model.ts';
import type { Chunk } from '#runtimes/webllm/webllm-tokens.ts';

/** What goes wrong once: while a model is loaded, before its first token, or after its second. */
export interface Fault {
  at: 'load' | 'prefill' | 'decode';
  error: unknown;
}

/**
 * Stands where WebLLM's engine does: one answer at a time behind a lock, one flag to interrupt it.
 * For testing how our code handles the engine's failures; models need the real engine.
 */
export class WebllmDouble {
  readonly requests: Record<string, unknown>[] = [];
  faults: Fault[] = [];
  /** Engines opened so far. */
  opened = 0;
  #isInterrupted = false;
  #isBusy = false;

  /** Whether an answer is being written, or was left in the middle. */
  get isBusy(): boolean {
    return this.#isBusy;
  }

  open(words: readonly string[]): WebllmEngine {
    this.opened++;
    this.#isBusy = false;
    const template = {
      system_template: '<s>{system_message}</s>',
      system_message: 'Be kind.',
      roles: { user: 'U', assistant: 'A' },
      seps: ['\n'],
      role_content_sep: ':',
      role_empty_sep: ':',
      system_prefix_token_ids: [1],
    };
    const tokenizer = {
      encode: (text: string) => new Int32Array(text.split(' ').length),
      idToToken: (id: number) => `<id${id}>`,
    };
    const engine = {
      loadedModelIdToPipeline: new Map([['m', { tokenizer }]]),
      loadedModelIdToChatConfig: new Map([['m', { conv_template: template }]]),
      reload: async () => this.#fail('load'),
      unload: async () => {},
      interruptGenerate: async () => {
        this.#isInterrupted = true;
      },
      chat: { completions: { create: async (request: object) => this.#answer(request, words) } },
      completions: { create: async (request: object) => this.#answer(request, words) },
    };
    return engine as unknown as WebllmEngine;
  }

  #fail(at: Fault['at']): void {
    const found = this.faults.findIndex((fault) => fault.at === at);
    if (found < 0) return;
    // It releases its lock when it fails, not when its iterator is closed early.
    this.#isBusy = false;
    throw this.faults.splice(found, 1)[0]?.error;
  }

  async *#answer(request: object, words: readonly string[]): AsyncGenerator<Chunk> {
    // The real engine waits for ever for an answer that was not drained.
    if (this.#isBusy) throw new Error('An answer still holds the lock.');
    this.requests.push(request as Record<string, unknown>);
    this.#isBusy = true;
    this.#isInterrupted = false;
    let written = 0;
    this.#fail('prefill');
    for (const text of words) {
      if (this.#isInterrupted) break;
      if (written === 2) this.#fail('decode');
      written++;
      const said = 'prompt' in request ? { text } : { delta: { content: text } };
      yield { choices: [{ ...said, index: 0, finish_reason: null }] } as unknown as Chunk;
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    this.#isBusy = false;
    const usage = { completion_tokens: written };
    const end = { delta: {}, text: '', index: 0, finish_reason: 'stop' };
    yield { choices: [end], usage } as unknown as Chunk;
  }
}
