import type { messageError } from './answers/messages-answer.ts';
import { ANSWER_HEADERS, type ApiError } from './api-error.ts';
import type { z } from './zod.ts';

type Body = z.infer<typeof messageError>;

/** An error as Anthropic's clients read it. */
export function toMessageError(
  { status, message, code, param }: ApiError,
  requestId: string,
): Body {
  const details = { error_code: code, param };
  return {
    type: 'error',
    error: { type: typeOfStatus(status), message, details },
    request_id: requestId,
  };
}

export function messageErrorResponse(error: ApiError, requestId: string): Response {
  return new Response(JSON.stringify(toMessageError(error, requestId)), {
    status: error.status,
    headers: {
      'content-type': 'application/json',
      'cache-control': 'no-store',
      ...ANSWER_HEADERS,
      ...error.headers,
    },
  });
}

function typeOfStatus(status: number): Body['error']['type'] {
  switch (status) {
    case 401:
      return 'authentication_error';
    case 404:
      return 'not_found_error';
    case 408:
      return 'timeout_error';
    case 413:
      return 'request_too_large';
    case 429:
      return 'rate_limit_error';
    case 503:
      return 'overloaded_error';
    default:
      return status >= 500 ? 'api_error' : 'invalid_request_error';
  }
}
