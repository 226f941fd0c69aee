import { readEvents } from '#base/read-events.ts';

/** What answers `/v1`: this app, a site that has it, or a person's own one that a site is connected to. */
export interface Service {
  /** Such as `https://example.org/v1`. */
  readonly baseURL: string;
  fetch: (input: RequestInfo | URL, init?: RequestInit) => Promise<Response>;
}

/** Any key will do for a service of the same page; a connected one has its own. */
const HEADERS = { 'content-type': 'application/json', authorization: 'Bearer page' };

/** An answer of `/v1` that is an error. */
export class AlcoveError extends Error {
  override readonly name = 'AlcoveError';
  /** HTTP status; 200 for an error in the middle of a stream. */
  readonly status: number;
  /** Such as `context_length_exceeded`; null where none was given. */
  readonly code: string | null;
  /** Of the answer, such as `retry-after`; their names are in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Of `error`, as the service wrote it. */
  readonly fields: Readonly<Record<string, unknown>>;

  constructor({ status, headers }: Pick<Response, 'status' | 'headers'>, body: unknown) {
    const { error } = (body ?? {}) as { error?: Record<string, unknown> };
    const { message, code } = error ?? {};
    super(typeof message === 'string' ? message : `/v1 answered ${status}.`);
    this.status = status;
    this.headers = Object.fromEntries(headers);
    this.code = typeof code === 'string' ? code : null;
    this.fields = error ?? {};
  }
}

/**
 * Posts to a path below `/v1`: an object as JSON, a form as it is.
 * @throws AlcoveError for an answer that is an error, or the reason of the signal
 */
export async function post(
  service: Service,
  path: string,
  body: object,
  signal?: AbortSignal | null,
): Promise<Response> {
  const isForm = body instanceof FormData;
  const response = await service.fetch(`${service.baseURL}${path}`, {
    method: 'POST',
    headers: isForm ? { authorization: HEADERS.authorization } : HEADERS,
    body: isForm ? body : JSON.stringify(body),
    signal: signal ?? null,
  });
  signal?.throwIfAborted();
  if (!response.ok) throw new AlcoveError(response, await response.json().catch(() => null));
  return response;
}

/** An answer of a GET below `/v1`. @throws as `post` */
export async function read<T>(
  service: Service,
  path: string,
  signal?: AbortSignal | null,
): Promise<T> {
  const { authorization } = HEADERS;
  const init = { headers: { authorization }, signal: signal ?? null };
  const response = await service.fetch(`${service.baseURL}${path}`, init);
  if (!response.ok) throw new AlcoveError(response, await response.json().catch(() => null));
  return (await response.json()) as T;
}

interface Usage {
  prompt_tokens: number;
  completion_tokens: number;
}

/** One event of a streamed chat: its text, and the usage of the last one. */
export interface ChatPiece {
  text: string;
  /** Whether the answer ended at the limit of tokens. */
  isCut: boolean;
  usage: Usage | null;
}

/** The pieces of a streamed chat. A reader that stops ends the answer on the device. @throws as `post` */
export async function* streamChat(
  service: Service,
  request: object,
  signal?: AbortSignal | null,
): AsyncGenerator<ChatPiece> {
  const body = { ...request, stream: true, stream_options: { include_usage: true } };
  const response = await post(service, '/chat/completions', body, signal);
  if (!response.body) throw new AlcoveError(response, null);
  for await (const data of readEvents(chunksOf(response.body, signal), tooLong)) {
    if (data === '[DONE]') return;
    const event = JSON.parse(data);
    if (event.error) throw new AlcoveError(response, event);
    const [choice] = event.choices ?? [];
    const text: string = choice?.delta?.content ?? '';
    const isCut = choice?.finish_reason === 'length';
    const usage: Usage | null = event.usage ?? null;
    if (text !== '' || isCut || usage) yield { text, isCut, usage };
  }
  // The service was ended in the middle, and the text so far is not the answer.
  const message = 'The answer was cut off before its end.';
  throw new AlcoveError(response, { error: { message, code: 'incomplete_answer' } });
}

const tooLong = () => new Error('An event of the answer has no end.');

/** Not `for await` of the stream: WebKit's has no iterator. */
async function* chunksOf(
  body: ReadableStream<Uint8Array>,
  signal?: AbortSignal | null,
): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      signal?.throwIfAborted();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}
