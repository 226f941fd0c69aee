import type { ServerResponse } from 'node:http';
import { ApiError } from '#contract/api-error.ts';

/** Milliseconds a reader may take nothing before it is given up. */
const STALLED_MS = 60_000;
/** Of one connection, or of the page the answer was written for. */
const LEFT_OUT = /^(?:connection|keep-alive|transfer-encoding|upgrade|access-control-.*)$/;

/** Writes an answer as fast as its reader takes it; what is left of it is cancelled when the reader goes. */
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

/** Writes an error of `/v1`. */
export function writeError(
  response: ServerResponse,
  error: ApiError,
  extra: Readonly<Record<string, string>> = {},
): Promise<void> {
  return writeAnswer(response, error.toResponse(crypto.randomUUID()), extra);
}

export const foreignOrigin = (origin: string) =>
  new ApiError(
    403,
    'origin_not_allowed',
    `The site ${origin} may not call this server. Start it with --origin ${origin} to allow it.`,
  );

export const wrongHost = () =>
  new ApiError(
    403,
    'host_not_allowed',
    'This server does not answer by that name. Call it as localhost, or start it with --allow-host and the name.',
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
