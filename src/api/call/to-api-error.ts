import { ApiError, engineUnavailable } from '#contract/api-error.ts';
import { invalidImage, invalidValue, uncompiledSchema } from '#contract/errors.ts';
import { internalError, queueFull } from '#contract/service-errors.ts';
import { EngineError } from '#engine/engine-error.ts';
import { UpstreamError } from '#engine/upstream-error.ts';
import { upstreamError } from './upstream-error.ts';

/** The one place where failures of the engine become answers. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof UpstreamError) return upstreamError(error);
  if (!(error instanceof EngineError)) return internalError(error);
  switch (error.code) {
    case 'queue-full':
      return queueFull();
    case 'not-compatible':
      return new ApiError(400, 'model_not_compatible', error.message, 'model');
    case 'not-supported':
      return invalidValue(error.param ?? 'messages', error.message);
    case 'slot-crashed':
    case 'load-failed':
      return engineUnavailable(`The model stopped: ${error.message} Please try again.`);
    case 'invalid-schema':
      return uncompiledSchema(error.param ?? 'response_format', error.message);
    case 'invalid-image':
      return invalidImage(error.param ?? 'messages');
    // Where only the runtime knows how long its context is.
    case 'context-exceeded':
      return new ApiError(400, 'context_length_exceeded', error.message, error.param ?? 'messages');
    case 'aborted':
    case 'runtime-failed':
    case 'upstream-failed':
      return internalError(error);
  }
}
