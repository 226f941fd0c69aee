import { EngineError } from '#engine/engine-error.ts';
import { UpstreamError } from '#engine/upstream-error.ts';
import { Deadline } from './deadline.ts';
import type { RemoteTarget } from './remote-target.ts';
import { statusError } from './upstream-message.ts';

/** Bytes of an error's body that are read. */
const MAX_ERROR_BYTES = 16_384;

/** An answer whose status is a success. */
export interface ServerAnswer {
  response: Response;
  /** Chunks as they come, under the limits of time and size. @throws UpstreamError, EngineError `aborted` */
  bytes: () => AsyncGenerator<Uint8Array>;
  /** The first content was seen. */
  content: () => void;
  /** The keys that were sent, which no message may repeat. */
  secrets: readonly string[];
}

/**
 * Calls a server and reads its answer with `read`. The request always ends with that. `maxBytes`: of the answer, after
 * decompression.
 * @throws UpstreamError, EngineError `aborted`
 */
export async function* callServer<T>(
  target: RemoteTarget,
  path: string,
  body: object | FormData,
  { signal, maxBytes }: { signal: AbortSignal; maxBytes: number },
  read: (answer: ServerAnswer) => AsyncIterable<T>,
): AsyncGenerator<T> {
  const deadline = new Deadline(target.name, target.timeouts, signal);
  try {
    const headers = await deadline.guard(target.headers());
    const secrets = Object.values(headers).flatMap((value) => [value, value.replace(/^\S+ /, '')]);
    const response = await send(target, path, body, headers, deadline);
    const bytes = () => readBytes(target, response, deadline, maxBytes);
    if (!response.ok) {
      const text = await readStart(target, response, deadline);
      throw statusError(target, response, text, secrets);
    }
    yield* read({ response, bytes, content: () => deadline.content(), secrets });
  } finally {
    deadline.close();
  }
}

async function send(
  { baseUrl, name, fetch }: RemoteTarget,
  path: string,
  body: object | FormData,
  headers: Record<string, string>,
  deadline: Deadline,
): Promise<Response> {
  const isForm = body instanceof FormData;
  const type = isForm ? {} : { 'content-type': 'application/json' };
  try {
    return await deadline.guard(
      fetch(`${baseUrl}/${path}`, {
        method: 'POST',
        headers: { ...type, ...headers },
        body: isForm ? body : JSON.stringify(body),
        signal: deadline.signal,
        // Sends no cookies or referrer of this browser and follows no redirect.
        redirect: 'error',
        credentials: 'omit',
        referrerPolicy: 'no-referrer',
        cache: 'no-store',
        mode: 'cors',
      }),
    );
  } catch (error) {
    if (error instanceof EngineError) throw error;
    const why = `${name} could not be reached. It may be off, its certificate may be unknown, or it may not allow this page.`;
    throw new UpstreamError(why, { fault: 'unreachable' }, error);
  }
}

async function* readBytes(
  { name }: Pick<RemoteTarget, 'name'>,
  { body }: Response,
  deadline: Deadline,
  limit: number,
): AsyncGenerator<Uint8Array> {
  if (!body) return;
  const reader = body.getReader();
  let length = 0;
  try {
    for (;;) {
      const { done, value } = await deadline.guard(reader.read()).catch((error: unknown) => {
        if (error instanceof EngineError) throw error;
        throw new UpstreamError(`The connection to ${name} broke off.`, { fault: 'unreachable' });
      });
      if (done) return;
      deadline.progress();
      length += value.byteLength;
      if (length > limit) {
        throw tooLarge(name, 'bytes');
      }
      yield value;
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}

/** The start of a body as text; as much of it as came where it breaks off. */
async function readStart(
  target: RemoteTarget,
  response: Response,
  deadline: Deadline,
): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  try {
    for await (const chunk of readBytes(target, response, deadline, Number.POSITIVE_INFINITY)) {
      text += decoder.decode(chunk, { stream: true });
      if (text.length >= MAX_ERROR_BYTES) break;
    }
  } catch (error) {
    if (error instanceof EngineError && error.code === 'aborted') throw error;
  }
  return text.slice(0, MAX_ERROR_BYTES);
}

/** The whole answer as a JSON object. @throws UpstreamError */
export async function readJsonAnswer(
  { name }: Pick<RemoteTarget, 'name'>,
  { bytes, content }: Pick<ServerAnswer, 'bytes' | 'content'>,
): Promise<Record<string, unknown>> {
  const decoder = new TextDecoder();
  const parts: string[] = [];
  for await (const chunk of bytes()) {
    if (parts.length === 0) content();
    parts.push(decoder.decode(chunk, { stream: true }));
  }
  parts.push(decoder.decode());
  try {
    const value: unknown = JSON.parse(parts.join(''));
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>;
  } catch {
    // Said below.
  }
  throw notUnderstood(name, 'it is not JSON');
}

export function notUnderstood(name: string, why: string): UpstreamError {
  return new UpstreamError(`The answer of ${name} is not understood: ${why}.`, {
    fault: 'invalid',
  });
}

/** An answer that is longer than any that was asked for. */
export function tooLarge(name: string, of: 'bytes' | 'characters' | 'events'): UpstreamError {
  const message = `The answer of ${name} was ended: it has more ${of} than an answer can have.`;
  return new UpstreamError(message, { fault: 'too-large' });
}
