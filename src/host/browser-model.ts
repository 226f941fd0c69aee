import { BROWSER_MODEL } from '#catalog/browser-model.ts';
import type { ModelCard } from '#catalog/model-card.ts';
import type { Runtime } from '#engine/runtime.ts';
import { createBrowserRuntime } from '#runtimes/browser/browser-runtime.ts';
import type { BrowserAnswer, BrowserCall, BrowserCallMessage } from '#transport/browser-model.ts';

/** The language model that the browser of this page brings along, where it does. */
export class BrowserModel {
  readonly #port: MessagePort | null;
  readonly #onChange: () => void;
  #isAvailable = false;

  /** `port`: to the page; null where its browser has no such model. */
  constructor(port: MessagePort | null, onChange: () => void) {
    this.#port = port;
    this.#onChange = onChange;
  }

  /** Its card once it is on this device; one that would have to be fetched is not listed. */
  get cards(): readonly ModelCard[] {
    return this.#isAvailable ? [BROWSER_MODEL] : [];
  }

  /** Asks the browser whether the model is there. Never rejects. */
  async refresh(): Promise<void> {
    for await (const answer of this.#call({ type: 'availability' })) {
      const isAvailable = answer.type === 'availability' && answer.availability === 'available';
      if (isAvailable !== this.#isAvailable) {
        this.#isAvailable = isAvailable;
        this.#onChange();
      }
    }
  }

  createRuntime(): Runtime {
    return createBrowserRuntime((call, signal) => this.#call(call, signal));
  }

  async *#call(call: BrowserCall, signal?: AbortSignal): AsyncGenerator<BrowserAnswer> {
    if (!this.#port) return;
    const { port1, port2 } = new MessageChannel();
    const waiting: BrowserAnswer[] = [];
    let wake = () => {};
    port1.onmessage = ({ data }: MessageEvent<BrowserAnswer>) => {
      waiting.push(data);
      wake();
    };
    const stop = () => port1.postMessage('stop');
    signal?.addEventListener('abort', stop, { once: true });
    if (signal?.aborted) stop();
    const message: BrowserCallMessage = { call, port: port2 };
    this.#port.postMessage(message, [port2]);
    try {
      for (;;) {
        const answer = waiting.shift();
        if (!answer) {
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
          continue;
        }
        yield answer;
        // A call has one answer, or a start and text up to its end.
        if (answer.type !== 'start' && answer.type !== 'text') return;
      }
    } finally {
      signal?.removeEventListener('abort', stop);
      port1.postMessage('stop');
      port1.close();
    }
  }
}
