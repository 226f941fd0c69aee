import type { Call } from '#api/call/call.ts';
import { requestTimeout } from '#contract/service-errors.ts';

/**
 * Runs the whole of a non-streamed request under its deadline; client aborts pass through.
 * @throws ApiError 408 after the deadline, and whatever `work` throws.
 */
export function withDeadline<T>(call: Call, work: () => Promise<T>): Promise<T> {
  const limitMs = call.api.requestTimeoutMs();
  return new Promise<T>((resolve, reject) => {
    const timer = setTimeout(() => {
      call.controller.abort();
      reject(requestTimeout(limitMs / 1000));
    }, limitMs);
    work()
      .then(resolve, reject)
      .finally(() => clearTimeout(timer));
  });
}

/** An abort controller that follows the request's own signal. */
export function followSignal(request: Request): AbortController {
  const controller = new AbortController();
  if (request.signal.aborted) controller.abort();
  else request.signal.addEventListener('abort', () => controller.abort(), { once: true });
  return controller;
}
