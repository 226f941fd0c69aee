import { ApiError } from '#contract/api-error.ts';
import type { UpstreamError } from '#engine/upstream-error.ts';

/** Parameters a client sent that another server may name. */
const PARAM = /^[a-z_][a-z0-9_.[\]]{0,99}$/i;

/** The answer to a failure of another server: our code, and the server's own words in the message. */
export function upstreamError(error: UpstreamError): ApiError {
  const { message, param } = error;
  const named = param !== null && PARAM.test(param) ? param : null;
  const answer = (status: number, code: string, at: string | null = null) =>
    new ApiError(status, code, message, at, { headers: retryAfter(error), cause: error });
  switch (error.fault) {
    case 'unreachable':
      return answer(503, 'upstream_unreachable');
    case 'timeout':
      return answer(504, 'upstream_timeout');
    case 'invalid':
    case 'too-large':
      return answer(502, 'upstream_invalid_answer');
    case 'lost':
      return answer(502, 'upstream_lost');
    case 'budget':
      return answer(429, 'provider_budget_exceeded');
    case 'status':
      return ofStatus(error, answer, named);
  }
}

function ofStatus(
  error: UpstreamError,
  answer: (status: number, code: string, at?: string | null) => ApiError,
  param: string | null,
): ApiError {
  if (error.isContext) return answer(400, 'context_length_exceeded', param ?? 'messages');
  switch (error.status) {
    case 400:
    case 422:
      return answer(400, 'invalid_value', param);
    // The provider's key is wrong, not the client's: a 401 would say that.
    case 401:
    case 403:
      return answer(502, 'upstream_unauthorized');
    case 404:
      return answer(404, 'model_not_found', 'model');
    case 413:
      return answer(413, 'request_too_large');
    case 429:
      return answer(429, 'upstream_rate_limited');
    default:
      return answer(502, 'upstream_failed');
  }
}

function retryAfter({ retryAfterMs: ms }: UpstreamError): Record<string, string> {
  if (ms === null) return {};
  return { 'retry-after': String(Math.ceil(ms / 1000)), 'retry-after-ms': String(Math.ceil(ms)) };
}
