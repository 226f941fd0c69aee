import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { ApiError } from '#contract/api-error.ts';
import { messageErrorResponse } from '#contract/messages-error.ts';
import { isMessagesPath, isOllamaPath } from '#contract/paths.ts';

/** Milliseconds without reading after which a client is dropped. */
const STALLED_MS = 60_000;
/** Of one connection, or of the page the answer was written for. */
const LEFT_OUT = /^(?:connection|keep-alive|transfer-encoding|upgrade|access-control-.*)$/;

/** Writes an answer with back-pressure; the rest is cancelled when the client disconnects. */
export async function writeAnswer(
  response: ServerResponse,
  answer: Response,
  extra: Readonly<Record<string, string>>,
): Promise<void> {
  // What the server sends with files.
  for (const name of response.getHeaderNames()) response.removeHeader(name);
  for (const [name, value] of answer.headers) {
    if (!LEFT_OUT.test(name)) response.setHeader(name, value);
  }
  for (const [name, value] of Object.entries(extra)) response.setHeader(name, value);
  response.writeHead(answer.status);
  if (!answer.body) {
    response.end();
    return;
  }
  response.flushHeaders();
  const reader = answer.body.getReader();
  const cancel = () => reader.cancel().catch(() => {});
  response.once('close', cancel);
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      noteEnd(response, value);
      if (!response.write(value)) await drained(response);
    }
    response.end();
  } catch {
    // The tab went away in the middle of a whole answer: half of one must not look complete.
    response.destroy();
  } finally {
    response.off('close', cancel);
  }
}

/** Bytes at the end of an answer that hold its usage. */
const END_BYTES = 2_048;
const ends = new WeakMap<ServerResponse, string>();

function noteEnd(response: ServerResponse, bytes: Uint8Array): void {
  const text = Buffer.from(bytes.subarray(-END_BYTES)).toString('latin1');
  ends.set(response, `${ends.get(response) ?? ''}${text}`.slice(-END_BYTES));
}

/** Tokens that an answer says it took, by the usage at its end; null where it says none. */
export function tokensOf(response: ServerResponse) {
  const end = ends.get(response) ?? '';
  const last = (names: string) => {
    const found = [...end.matchAll(new RegExp(`"(?:${names})_tokens":(\\d+)`, 'g'))].at(-1)?.[1];
    return found === undefined ? null : Number(found);
  };
  return { prompt: last('prompt|input'), completion: last('completion|output') };
}

/** Writes an error of `/v1`, in the shape that the clients of its path read. */
export function writeError(
  response: ServerResponse,
  error: ApiError,
  extra: Readonly<Record<string, string>> = {},
): Promise<void> {
  const { pathname } = new URL(response.req.url ?? '/', 'http://localhost');
  const id = crypto.randomUUID();
  if (isOllamaPath(pathname)) {
    const { message, status } = error;
    return writeAnswer(response, Response.json({ error: message }, { status }), extra);
  }
  const answer = isMessagesPath(pathname) ? messageErrorResponse(error, id) : error.toResponse(id);
  return writeAnswer(response, answer, extra);
}

/** Ends a connection with an error: its request could not be read or is invalid. */
export function endWithError(stream: Duplex, error: ApiError): void {
  const body = JSON.stringify(error.toBody(crypto.randomUUID()));
  const head = [
    `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}`,
    'connection: close',
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(body)}`,
  ];
  stream.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

/** What Node reports of a request that it could not read. */
export function unreadable({ code }: NodeJS.ErrnoException): ApiError {
  switch (code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new ApiError(408, 'request_timeout', 'The request did not arrive in time.');
    case 'HPE_HEADER_OVERFLOW':
      return new ApiError(
        431,
        'headers_too_large',
        'The headers are larger than 16 KB, the limit.',
      );
    default:
      return new ApiError(400, 'invalid_request', 'This is not a valid HTTP request.');
  }
}

export const foreignOrigin = (origin: string) =>
  new ApiError(
    403,
    'origin_not_allowed',
    `The site ${origin} may not call this server. Start it with --origin ${origin} to allow it.`,
  );

export const foreignSocket = () =>
  new ApiError(403, 'origin_not_allowed', 'Only the pages of this server may open a WebSocket.');

export const wrongHost = () =>
  new ApiError(
    403,
    'host_not_allowed',
    'This server does not answer by that name. Call it as localhost, or start it with --allow-host and the name, such as host.docker.internal for containers.',
  );

function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => response.destroy(), STALLED_MS);
    const go = () => {
      clearTimeout(timer);
      response.off('drain', go);
      response.off('close', go);
      resolve();
    };
    response.once('drain', go);
    response.once('close', go);
  });
}
