import { WebWorkerMLCEngine } from '@mlc-ai/web-llm';
import OpenAI from 'openai';

export interface Run {
  /** Milliseconds to the first token and to the last. */
  first: number;
  total: number;
  tokens: number;
}

/** The answer of the push worker as a `Response`, for a client that does not know the difference. */
function pushedResponse(count: number, delayMs: number): Response {
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      const send = (data: string) => controller.enqueue(encoder.encode(`data: ${data}\n\n`));
      push.onmessage = ({ data }) => {
        send(JSON.stringify(data));
        if (!data.choices[0].finish_reason) return;
        send('[DONE]');
        controller.close();
      };
    },
  });
  push.postMessage({ count, delayMs });
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
}

type Contender = (count: number, delayMs: number) => Promise<Run>;

const push = new Worker(new URL('./push-worker.ts', import.meta.url), { type: 'module' });
const llm = new Worker(new URL('./web-llm-worker.ts', import.meta.url), { type: 'module' });
const engine = new WebWorkerMLCEngine(llm);
Object.assign(engine, { modelId: ['stub'], chatOpts: [{}] });

const words = (text: string) => text.split(' ').length - 1;

function script(count: number, delayMs: number): string {
  const tokens = Array.from({ length: count }, (_, i) => `tok${i % 100} `);
  return `#script ${JSON.stringify({ tokens, delayMs })}`;
}

function body(count: number, delayMs: number) {
  const messages = [{ role: 'user' as const, content: script(count, delayMs) }];
  return { model: 'scripted-vision', messages, stream: true as const };
}

/** Counts the content of chunks as they come. */
class Meter {
  readonly #start = performance.now();
  #first = 0;
  #text = '';

  add(content: string | null | undefined): void {
    if (!content) return;
    if (this.#text === '') this.#first = performance.now() - this.#start;
    this.#text += content;
  }

  result(): Run {
    const total = performance.now() - this.#start;
    return { first: this.#first, total, tokens: words(this.#text) };
  }
}

export function contenders(key: string): Record<string, Contender> {
  const options = { baseURL: `${location.origin}/v1`, apiKey: key, dangerouslyAllowBrowser: true };
  const client = new OpenAI(options);
  const askWith = async (asked: OpenAI, count: number, delayMs: number) => {
    const meter = new Meter();
    const stream = await asked.chat.completions.create(body(count, delayMs));
    for await (const chunk of stream) meter.add(chunk.choices[0]?.delta.content);
    return meter.result();
  };
  return {
    'direct push': (count, delayMs) =>
      new Promise((resolve) => {
        const meter = new Meter();
        push.onmessage = ({ data }) => {
          meter.add(data.choices[0].delta.content);
          if (data.choices[0].finish_reason) resolve(meter.result());
        };
        push.postMessage({ count, delayMs });
      }),
    'web-llm protocol': async (count, delayMs) => {
      const meter = new Meter();
      const request = {
        messages: [{ role: 'user' as const, content: 'x' }],
        stream: true as const,
      };
      const chunks = await engine.chatCompletion({ ...request, max_tokens: count, seed: delayMs });
      for await (const chunk of chunks) meter.add(chunk.choices[0]?.delta.content);
      return meter.result();
    },
    '/v1, fetch': async (count, delayMs) => {
      const meter = new Meter();
      const response = await fetch('/v1/chat/completions', {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify(body(count, delayMs)),
      });
      const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
      let rest = '';
      for (;;) {
        const { done, value } = (await reader?.read()) ?? { done: true, value: '' };
        if (done) return meter.result();
        const events = (rest + value).split('\n\n');
        rest = events.pop() ?? '';
        for (const event of events) {
          if (event !== 'data: [DONE]')
            meter.add(JSON.parse(event.slice(6)).choices[0]?.delta.content);
        }
      }
    },
    '/v1, openai client': (count, delayMs) => askWith(client, count, delayMs),
    'direct push, openai client': (count, delayMs) => {
      const fetch = async () => pushedResponse(count, delayMs);
      return askWith(new OpenAI({ ...options, fetch }), count, delayMs);
    },
  };
}

export async function timeModels(): Promise<number> {
  const start = performance.now();
  await (await fetch('/v1/models')).text();
  return performance.now() - start;
}
