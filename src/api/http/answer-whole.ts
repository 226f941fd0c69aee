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
