import { type Call, type Check, must } from './check.ts';
import { PAGE_CHECKS } from './engine-pages.ts';

const json = (body: object): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});
const ask = (text: string, more: object = {}) =>
  json({ model: 'alcove-guide', messages: [{ role: 'user', content: text }], ...more });

async function answerOf(response: Response) {
  const body = await response.json();
  must(response.ok, body);
  return body;
}

/** Extensions of the files that the test wrote next to these scripts. */
const FORMATS = ['wav', 'mp3', 'm4a', 'flac', 'mp4', 'mpeg', 'mpga', 'ogg', 'oga', 'webm'];
const WORDS = 'four eight six five two one zero';

async function upload(call: Call, path: string, format: string, fields = {}): Promise<Response> {
  const blob = await (await fetch(`/e2e/audio/jackson.${format}`)).blob();
  const form = new FormData();
  for (const [name, value] of Object.entries({ model: 'alcove-digits', ...fields })) {
    form.append(name, String(value));
  }
  form.append('file', new File([blob], `jackson.${format}`));
  return call(path, { method: 'POST', body: form });
}

const API_CHECKS: Check[] = [
  {
    name: 'service worker controls the page, which is isolated',
    async run() {
      must(navigator.serviceWorker.controller, 'no controller');
      must(crossOriginIsolated, 'not isolated');
    },
  },
  {
    name: 'GET /v1/models and one model',
    async run(call) {
      const { data } = await answerOf(await call('/v1/models'));
      must(data.length > 2, data);
      must((await answerOf(await call(`/v1/models/${data[0].id}`))).id === data[0].id, data[0]);
    },
  },
  {
    name: '/v1/chat/completions',
    async run(call) {
      const { choices } = await answerOf(await call('/v1/chat/completions', ask('Hello')));
      must(choices[0].message.content.length > 10, choices);
    },
  },
  {
    name: '/v1/chat/completions, streamed while it is generated',
    async run(call) {
      // Slow enough that no engine joins its parts.
      const script = JSON.stringify({ tokens: Array(12).fill('a '), delayMs: 40 });
      const request = ask(`#script ${script}`, { model: 'scripted-chat', stream: true });
      const response = await call('/v1/chat/completions', request);
      const reader = (response.body as ReadableStream<Uint8Array>).getReader();
      let reads = 0;
      let text = '';
      for (let part = await reader.read(); !part.done; part = await reader.read()) {
        reads++;
        text += new TextDecoder().decode(part.value);
      }
      must(reads > 2 && text.endsWith('data: [DONE]\n\n'), `${reads} reads: ${text.slice(-80)}`);
    },
  },
  {
    name: 'an abort ends an answer, and the next one comes',
    async run(call) {
      const controller = new AbortController();
      const script = JSON.stringify({ tokens: Array(400).fill('a '), delayMs: 20 });
      const slow = { model: 'scripted-chat', stream: true };
      const request = ask(`#script ${script}`, slow);
      const response = await call('/v1/chat/completions', {
        ...request,
        signal: controller.signal,
      });
      await response.body?.getReader().read();
      controller.abort();
      const start = performance.now();
      for (let isBusy = true; isBusy; ) {
        const { slots } = await alcove.status();
        isBusy = slots.some((slot) => slot.running > 0);
        must(performance.now() - start < 3_000, 'still running 3 s after the abort');
      }
      await answerOf(await call('/v1/chat/completions', ask('Hello')));
    },
  },
  {
    // Firefox ends a service worker 60 s after its last event.
    name: 'an answer that takes longer than a minute',
    isFull: true,
    async run(call) {
      const script = JSON.stringify({ tokens: ['late'], delayMs: 75_000 });
      const body = ask(`#script ${script}`, { model: 'scripted-chat' });
      const { choices } = await answerOf(await call('/v1/chat/completions', body));
      must(choices[0].message.content === 'late', choices);
    },
  },
  {
    name: '/v1/chat/completions with a JSON schema',
    async run(call) {
      const properties = { name: { type: 'string', maxLength: 20 }, age: { type: 'integer' } };
      const schema = {
        type: 'object',
        properties,
        required: ['name', 'age'],
        additionalProperties: false,
      };
      const format = { type: 'json_schema', json_schema: { name: 'a', strict: true, schema } };
      const body = ask('Who?', { response_format: format, max_tokens: 80 });
      const { choices } = await answerOf(await call('/v1/chat/completions', body));
      must(Number.isInteger(JSON.parse(choices[0].message.content).age), choices);
    },
  },
  {
    name: '/v1/embeddings',
    async run(call) {
      const body = json({ model: 'alcove-embed', input: ['a', 'b'] });
      const { data } = await answerOf(await call('/v1/embeddings', body));
      must(data.length === 2 && data[0].embedding.length === 256, data.length);
    },
  },
  {
    name: '/v1/files and /v1/batches',
    async run(call) {
      const url = '/v1/embeddings';
      const lines = Array.from({ length: 20 }, (_, i) => {
        const body = { model: 'alcove-embed', input: `text ${i}` };
        return JSON.stringify({ custom_id: `${i}`, method: 'POST', url, body });
      });
      const form = new FormData();
      form.append('purpose', 'batch');
      form.append('file', new File([lines.join('\n')], 'requests.jsonl'));
      const { id } = await answerOf(await call('/v1/files', { method: 'POST', body: form }));
      const asked = json({ input_file_id: id, endpoint: url, completion_window: '24h' });
      let batch = await answerOf(await call('/v1/batches', asked));
      while (/validating|in_progress|finalizing/.test(batch.status)) {
        await new Promise((resolve) => setTimeout(resolve, 100));
        batch = await answerOf(await call(`/v1/batches/${batch.id}`));
      }
      must(batch.status === 'completed' && batch.request_counts.completed === 20, batch);
      const content = await call(`/v1/files/${batch.output_file_id}/content`);
      const output = (await content.text()).trim().split('\n');
      must(output.length === 20, output.length);
      const last = JSON.parse(output[19] ?? '');
      must(last.custom_id === '19' && last.response.body.data[0].embedding.length === 256, last);
      await answerOf(await call(`/v1/files/${id}`, { method: 'DELETE' }));
    },
  },
  {
    name: 'a wrong request gets a typed error',
    async run(call) {
      const response = await call('/v1/chat/completions', json({ messages: [] }));
      const { error } = await response.json();
      must(response.status === 400 && error.type === 'invalid_request_error', error);
    },
  },
  ...FORMATS.map((format, i) => ({
    name: `/v1/audio/transcriptions: ${format}`,
    isFull: i > 2,
    async run(call: Call) {
      const fields = { response_format: 'verbose_json' };
      const response = await upload(call, '/v1/audio/transcriptions', format, fields);
      const { text, duration } = await answerOf(response);
      must(text === WORDS, text);
      must(Math.abs(duration - 5.986) < 0.04, `${duration} s`);
    },
  })),
  {
    name: '/v1/audio/translations',
    async run(call) {
      const fields = { model: 'scripted-speech' };
      const { text } = await answerOf(await upload(call, '/v1/audio/translations', 'wav', fields));
      must(typeof text === 'string' && text.length > 0, text);
    },
  },
  {
    name: 'alcove.fetch without the service worker',
    async run() {
      const key = await alcove.createApiKey('direct');
      const init = ask('Hello');
      const headers = { ...init.headers, authorization: `Bearer ${key}` };
      await answerOf(await alcove.fetch('/v1/chat/completions', { ...init, headers }));
    },
  },
];

export const CHECKS: readonly Check[] = [...API_CHECKS, ...PAGE_CHECKS];

let key: Promise<string> | null = null;

/** Resolves with what went wrong; null when nothing did. */
export async function runCheck(name: string): Promise<string | null> {
  try {
    await alcove.ready;
    key ??= alcove.createApiKey('engines');
    const authorization = `Bearer ${await key}`;
    const call: Call = (path, init = {}) =>
      fetch(path, { ...init, headers: { ...init.headers, authorization } });
    await CHECKS.find((check) => check.name === name)?.run(call);
    return null;
  } catch (error) {
    return error instanceof Error ? `${error.message}\n${error.stack}` : String(error);
  }
}
