import type { Client } from '#client/alcove.ts';
import type { ApiErrorBody } from '#contract/api-error.ts';

/** Calls `/v1` over this page's own port with a key of its own, renewed when another tab takes over. */
export interface Service {
  post: (path: string, body: object | FormData, signal: AbortSignal) => Promise<Response>;
}

/** A failed answer, in words for a person. */
class AnswerError extends Error {
  override readonly name = 'AnswerError';
}

export function createService({ connection }: Client): Service {
  let key: Promise<string> | null = null;

  async function send(path: string, body: object | FormData, signal: AbortSignal) {
    key ??= connection.control((control) => control.createSessionKey());
    const form = body instanceof FormData;
    const headers: Record<string, string> = { authorization: `Bearer ${await key}` };
    if (!form) headers['content-type'] = 'application/json';
    const init = { method: 'POST', headers, body: form ? body : JSON.stringify(body), signal };
    return connection.fetch(path, init);
  }

  return {
    async post(path, body, signal) {
      let response = await send(path, body, signal);
      if (response.status === 401) {
        key = null;
        response = await send(path, body, signal);
      }
      if (response.ok) return response;
      const { error } = (await response.json()) as ApiErrorBody;
      throw new AnswerError(error.message);
    },
  };
}

/** The events of a streamed answer, parsed, without the closing mark. */
export async function* readEvents(response: Response): AsyncGenerator<Record<string, unknown>> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
    if (done) return;
    text += value;
    const events = text.split('\n\n');
    text = events.pop() ?? '';
    for (const event of events) {
      if (!event.startsWith('data: ') || event === 'data: [DONE]') continue;
      const data = JSON.parse(event.slice('data: '.length)) as Record<string, unknown>;
      const failed = data['error'] as { message: string } | undefined;
      if (failed) throw new AnswerError(failed.message);
      yield data;
    }
  }
}
