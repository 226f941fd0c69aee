import { ApiError, retryAfter } from './api-error.ts';
import { appPath } from './app-path.ts';
import { shorten } from './errors.ts';
import { servicePath } from './paths.ts';
import { wayOut } from './ways-out.ts';

/** The contract's templates (§3.0) for everything but 400, one function each. */

export const missingKey = () =>
  new ApiError(
    401,
    'invalid_authentication',
    "You didn't provide an API key. Send it in the header Authorization: Bearer YOUR_KEY. Keys are made on the Developer page, or with alcove.createApiKey(name).",
  );

export const unknownKey = (redacted: string) =>
  new ApiError(
    401,
    'invalid_authentication',
    `Incorrect API key provided: ${redacted}. Your keys are listed on the Developer page.`,
  );

/** Retrying does not help: the owner has to set the limits. */
export const unreadableLimits = () =>
  new ApiError(
    401,
    'invalid_authentication',
    'The stored limits of this API key cannot be read, so it is refused. Set them again on the Developer page.',
  );

export const modelNotFound = (model: string) =>
  new ApiError(
    404,
    'model_not_found',
    `The model \`${shorten(model)}\` does not exist or you do not have access to it.`,
    'model',
  );

/** A catalogue model that is not downloaded. Requests never start a download. */
export const modelNotDownloaded = (model: string) =>
  new ApiError(
    404,
    'model_not_found',
    `The model \`${shorten(model)}\` is not on this device. Download it under Models in Alcove.`,
    'model',
  );

export const unknownUrl = (method: string, path: string) =>
  new ApiError(
    404,
    'unknown_url',
    [
      `Unknown request URL: ${method} ${shorten(path)}.`,
      wayOut(servicePath(path)),
      `The reference of all endpoints is at ${appPath('/openapi.json')}.`,
    ]
      .filter(Boolean)
      .join(' '),
  );

export const methodNotAllowed = (method: string, path: string, allowed: string[]) =>
  new ApiError(405, 'method_not_allowed', `Not allowed to ${method} on ${shorten(path)}.`, null, {
    headers: { allow: allowed.join(', ') },
  });

export const requestTimeout = (seconds: number) =>
  new ApiError(408, 'request_timeout', `The request timed out after ${seconds} seconds.`, null, {
    headers: { 'x-should-retry': 'false' },
  });

export const fileTooLarge = (bytes: number, param = 'file') =>
  new ApiError(
    413,
    'file_too_large',
    `Maximum content size limit (26214400) exceeded (${bytes} bytes read)`,
    param,
  );

export const bodyTooLarge = () => new ApiError(413, 'request_too_large', 'Request body too large.');

export const bodyTooComplex = (maxValues: number) =>
  new ApiError(
    413,
    'request_too_large',
    `Request body too large: it holds more than ${maxValues} values.`,
  );

export const bodyTooSlow = (seconds: number) =>
  new ApiError(
    413,
    'request_too_large',
    `Request body too large: it takes longer than ${seconds} seconds to read.`,
  );

export const rateLimited = (perMinute: number, seconds: number) =>
  new ApiError(
    429,
    'rate_limit_exceeded',
    `Rate limit reached: ${perMinute} requests per minute. Please try again in ${Math.ceil(seconds)}s.`,
    null,
    { headers: retryAfter(seconds) },
  );

export const queueFull = () =>
  new ApiError(429, 'queue_full', 'Too many requests in flight. Please try again in 1s.', null, {
    headers: retryAfter(1),
  });

export const quotaExceeded = () =>
  new ApiError(429, 'insufficient_quota', 'Request quota exceeded for today.', null, {
    headers: retryAfter(59),
  });

/** 503: an answer that was to be stored cannot be; the same again would be generated for nothing. */
export const storageFull = () =>
  new ApiError(
    503,
    'storage_full',
    "The response was generated, but this browser has no storage left for it. Delete models, recordings or chats, or send 'store': false.",
    'store',
    { headers: { 'x-should-retry': 'false' } },
  );

/** 503: the same upload again would find as little room. */
export const noRoomForFile = () =>
  new ApiError(
    503,
    'storage_full',
    'This browser has no storage left for the file. Delete models, recordings, chats or files.',
    'file',
    { headers: { 'x-should-retry': 'false' } },
  );

export const internalError = (cause: unknown) =>
  new ApiError(
    500,
    'internal_server_error',
    'The server had an error while processing your request.',
    null,
    { cause },
  );

export const unsupportedEncoding = (encoding: string) =>
  new ApiError(
    415,
    'unsupported_content_encoding',
    `Unsupported Content-Encoding: '${shorten(encoding)}'. Send the body as it is, without compression.`,
  );

export const invalidForm = (reason: string) =>
  new ApiError(400, 'invalid_form', `We could not read the multipart form: ${reason}`);
