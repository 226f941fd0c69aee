import { isRecord } from '#base/guards.ts';
import { readRetryAfter } from '#base/retry-after.ts';
import { UpstreamError } from '#engine/upstream-error.ts';
import type { RemoteTarget } from './remote-target.ts';

/** Characters of a server's message that are quoted. */
const MAX_QUOTE = 300;
/** Milliseconds beyond which a server's request to wait is not believed. */
const MAX_RETRY_MS = 86_400_000;

/** The error of an answer with a status of failure. `text`: the start of its body. */
export function statusError(
  { name }: Pick<RemoteTarget, 'name'>,
  response: Response,
  text: string,
  secrets: readonly string[],
): UpstreamError {
  const { status } = response;
  const { message, code, param } = readError(text, response.headers.get('content-type') ?? '');
  const said = message === '' ? '' : `: "${quote(message, secrets)}"`;
  return new UpstreamError(`${name} answered ${status}${said}.`, {
    fault: 'status',
    status,
    code,
    param,
    retryAfterMs: readRetryAfter(response.headers, MAX_RETRY_MS),
    isContext: [400, 413, 422].includes(status) && isContext(code, message),
  });
}

/** A server's sentence for our messages: one line, short, without the keys it was sent. */
export function quote(message: string, secrets: readonly string[]): string {
  let text = message;
  for (const secret of secrets) if (secret.length >= 4) text = text.replaceAll(secret, '****');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern removes them.
  text = text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\s]+/g, ' ').trim();
  return text.length > MAX_QUOTE ? `${text.slice(0, MAX_QUOTE)}…` : text;
}

interface ErrorParts {
  message: string;
  code: string | null;
  param: string | null;
}

/** The error object of OpenAI's API, or one of the forms that servers use instead. */
export function readErrorObject(value: unknown): ErrorParts | null {
  if (!isRecord(value)) return null;
  const inner = isRecord(value['error']) ? value['error'] : value;
  const detail = inner['message'] ?? inner['detail'] ?? value['error'];
  if (detail === undefined) return null;
  const message = typeof detail === 'string' ? detail : JSON.stringify(detail);
  const code = inner['code'] ?? inner['type'];
  const param = inner['param'];
  return {
    message,
    code: typeof code === 'string' ? code : null,
    param: typeof param === 'string' && param.length <= 100 ? param : null,
  };
}

function readError(text: string, type: string): ErrorParts {
  try {
    const found = readErrorObject(JSON.parse(text));
    if (found) return found;
  } catch {
    // Not JSON: its text is quoted, a web page is named.
  }
  const isPage = /html/i.test(type) || /^\s*<(!doctype|html)/i.test(text);
  return { message: isPage ? 'a web page instead of an error' : text, code: null, param: null };
}

function isContext(code: string | null, message: string): boolean {
  if (/context/i.test(code ?? '')) return true;
  return /(maximum|max|exceeds?|larger|longer|available)[^.]{0,60}context|context (length|window|size)[^.]{0,40}(exceed|limit)/i.test(
    message,
  );
}
