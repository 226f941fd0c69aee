import type { AudioProblem } from './answers/error-answer.ts';

export type ApiErrorType =
  | 'invalid_request_error'
  | 'invalid_authentication'
  | 'request_timeout'
  | 'insufficient_quota'
  | 'server_error';

export interface ApiErrorBody {
  error: {
    message: string;
    type: ApiErrorType;
    param: string | null;
    code: string;
    audio?: AudioProblem;
  };
  request_id: string;
}

/** Headers of every answer under `/v1`: one that is opened as a document can do nothing. */
export const ANSWER_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'cross-origin-embedder-policy': 'require-corp',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

interface Details {
  headers?: Record<string, string>;
  cause?: unknown;
  audio?: AudioProblem | undefined;
}

/** A failure as a client sees it: one status, type, code and param of the contract. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly type: ApiErrorType;
  readonly code: string;
  readonly param: string | null;
  readonly headers: Record<string, string>;
  readonly audio: AudioProblem | undefined;

  constructor(
    status: number,
    code: string,
    message: string,
    param: string | null = null,
    { headers = {}, cause, audio }: Details = {},
  ) {
    super(message, { cause });
    this.status = status;
    this.type = typeOfStatus(status);
    this.code = code;
    this.param = param;
    this.headers = headers;
    this.audio = audio;
  }

  /** The same failure of another parameter, which its message names instead. */
  about(param: string): ApiError {
    if (param === this.param) return this;
    const message = this.message.replaceAll(`'${this.param}'`, `'${param}'`);
    return new ApiError(this.status, this.code, message, param, this);
  }

  /** The JSON body; the four keys of OpenAI are always there. */
  toBody(requestId: string): ApiErrorBody {
    const { message, type, param, code, audio } = this;
    const error = { message, type, param, code, ...(audio && { audio }) };
    return { error, request_id: requestId };
  }

  toResponse(requestId: string): Response {
    return new Response(JSON.stringify(this.toBody(requestId)), {
      status: this.status,
      headers: {
        'content-type': 'application/json',
        'cache-control': 'no-store',
        ...ANSWER_HEADERS,
        'x-request-id': requestId,
        ...this.headers,
      },
    });
  }
}

function typeOfStatus(status: number): ApiErrorType {
  switch (status) {
    case 401:
      return 'invalid_authentication';
    case 408:
      return 'request_timeout';
    case 429:
      return 'insufficient_quota';
    default:
      return status >= 500 ? 'server_error' : 'invalid_request_error';
  }
}

/** `Retry-After` in whole seconds, and in milliseconds; clients ignore a minute and more. */
export function retryAfter(seconds: number): Record<string, string> {
  const whole = Math.min(59, Math.max(1, Math.ceil(seconds)));
  return { 'retry-after': String(whole), 'retry-after-ms': String(whole * 1000) };
}

/** 503: no open page hosts the engine, or it went away while it answered. */
export function engineUnavailable(message: string): ApiError {
  return new ApiError(503, 'engine_unavailable', message, null, { headers: retryAfter(1) });
}

/** Asks clients to repeat a request immediately: OpenAI's libraries read it. */
const SHOULD_RETRY = 'x-should-retry';

/** The tab that ran the models is gone, and another takes over: the request was not answered and can be repeated. */
export function hostLost(): ApiError {
  const message = 'The tab that ran the models was closed. Another takes over; please try again.';
  const headers = { ...retryAfter(1), [SHOULD_RETRY]: 'true' };
  return new ApiError(503, 'engine_unavailable', message, null, { headers });
}

/** Answers a request, once more by the next host where the one that had it is gone. */
export async function withNextHost(send: () => Promise<Response>): Promise<Response> {
  const response = await send();
  if (response.headers.get(SHOULD_RETRY) !== 'true') return response;
  // A body that is not read to its end prevents the service worker from being replaced.
  await response.body?.cancel();
  return send();
}
