import { toWav } from '#base/audio.ts';

/** What a case needs of the service it is tried on. */
export interface Target {
  fetch: (path: string, init?: RequestInit) => Promise<Response>;
  key: string;
  models: {
    chat: string;
    vision: string;
    embed: string;
    speech: string;
    audio: string;
    script: string;
  };
}

export interface Case {
  id: string;
  name: string;
  run: (target: Target) => Promise<void>;
}

export type Json = Record<string, unknown>;

class CaseError extends Error {}

export function check(condition: unknown, message: string): asserts condition {
  if (!condition) throw new CaseError(message);
}

export function same(actual: unknown, expected: unknown, what: string): void {
  const [a, b] = [JSON.stringify(actual), JSON.stringify(expected)];
  check(a === b, `${what}: expected ${b}, got ${a}`);
}

export const at = (value: unknown, ...path: (string | number)[]): unknown =>
  path.reduce<unknown>((v, key) => (v as Json | undefined)?.[key as string], value);

const auth = (target: Target) => ({ authorization: `Bearer ${target.key}` });

export function post(target: Target, path: string, body: unknown, headers: Json = auth(target)) {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const all = { 'content-type': 'application/json', ...headers } as Record<string, string>;
  return target.fetch(path, { method: 'POST', headers: all, body: text });
}

export const CHAT = '/v1/chat/completions';
export const SPEECH = '/v1/audio/transcriptions';

export const okChat = (target: Target, more: Json = {}) => ({
  model: target.models.chat,
  messages: [{ role: 'user', content: 'Say hi' }],
  max_tokens: 8,
  ...more,
});

export async function expectError(
  response: Response,
  status: number,
  want: { code: string; param?: string | null; message?: RegExp; type?: string },
): Promise<void> {
  const text = await response.text();
  check(response.status === status, `expected ${status}, got ${response.status}: ${text}`);
  check(response.headers.get('content-type') === 'application/json', 'error is not JSON');
  const body = JSON.parse(text) as Json;
  const error = body['error'] as Json;
  // `audio` is an extension: why no sound was read.
  const keys = Object.keys(error).filter((key) => key !== 'audio');
  same(keys.sort(), ['code', 'message', 'param', 'type'], 'keys of error');
  same(error['code'], want.code, 'code');
  if (want.param !== undefined) same(error['param'], want.param, 'param');
  if (want.type) same(error['type'], want.type, 'type');
  if (want.message)
    check(want.message.test(String(error['message'])), `message: ${error['message']}`);
  same(body['request_id'], response.headers.get('x-request-id'), 'request_id');
}

export async function expectJson(response: Response): Promise<Json> {
  const text = await response.text();
  check(response.status === 200, `expected 200, got ${response.status}: ${text}`);
  return JSON.parse(text) as Json;
}

/** A body that must be refused with 400, of a chat where no path is given. */
export function refused(
  id: string,
  name: string,
  body: (t: Target) => unknown,
  code: string,
  param?: string | null,
  path = CHAT,
): Case {
  return {
    id,
    name,
    run: async (t) => {
      await expectError(
        await post(t, path, body(t)),
        400,
        param === undefined ? { code } : { code, param },
      );
    },
  };
}

export const script = (spec: Json) => `#script ${JSON.stringify(spec)}`;

export function checkModel(model: unknown): void {
  const m = model as Json;
  check(typeof m['id'] === 'string' && m['object'] === 'model', 'id, object');
  check(typeof m['owned_by'] === 'string', 'owned_by');
  check(Number.isInteger(m['context_length']) && Number(m['context_length']) > 0, 'context_length');
  check(Number.isInteger(m['max_completion_tokens']), 'max_completion_tokens');
  check(Number.isInteger(m['created']), 'created');
  for (const field of ['prompt', 'completion']) {
    check(/^\d+\.\d{8}$/.test(String(at(m, 'pricing', field))), `pricing.${field}`);
  }
}

export function checkUsage(usage: unknown): void {
  const u = usage as Json;
  const [prompt, completion] = [Number(u['prompt_tokens']), Number(u['completion_tokens'])];
  same(u['total_tokens'], prompt + completion, 'total_tokens');
  same([u['input_tokens_count'], u['output_tokens_count']], [prompt, completion], 'counts');
  for (const name of [
    'time_to_first_token',
    'model_execution_time',
    'throughput_after_first_token',
    'queue_time',
  ]) {
    check(Number.isFinite(u[name]) && Number(u[name]) >= 0, name);
  }
  check(
    Number(u['model_execution_time']) >= Number(u['time_to_first_token']),
    'execution < first token',
  );
}

/** The data of all events of a stream, checked byte for byte for its framing. */
export async function readStream(response: Response): Promise<Json[]> {
  same(response.headers.get('content-type'), 'text/event-stream; charset=utf-8', 'content-type');
  const text = await response.text();
  check(text.endsWith('data: [DONE]\n\n'), `end of stream: ${JSON.stringify(text.slice(-80))}`);
  const events = text
    .slice(0, -2)
    .split('\n\n')
    .filter((e) => !e.startsWith(':'));
  return events.slice(0, -1).map((event) => {
    check(event.startsWith('data: {') && !event.includes('\n'), `event: ${event}`);
    return JSON.parse(event.slice('data: '.length)) as Json;
  });
}

export function form(fields: Record<string, string | Blob>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.append(name, value);
  return data;
}

export const send = (t: Target, path: string, body: FormData) =>
  t.fetch(path, { method: 'POST', headers: auth(t), body });

export const tone = () =>
  toWav(
    Float32Array.from({ length: 32_000 }, (_, i) => Math.sin(i / 9) / 4),
    16_000,
  );
export const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
export const weather = {
  type: 'function',
  function: { name: 'get_weather', parameters: { type: 'object', properties: {} } },
};

export async function toBase64(blob: Blob): Promise<string> {
  let text = '';
  for (const byte of new Uint8Array(await blob.arrayBuffer())) text += String.fromCharCode(byte);
  return btoa(text);
}
