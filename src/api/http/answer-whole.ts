import type { Call } from '#api/call/call.ts';
import { requestTimeout } from '#contract/service-errors.ts';

/** Runs from the start; stopped while other requests use the slot of this one. */
interface Deadline {
  stop: () => void;
  start: () => void;
}

/**
 * Runs the whole of a non-streamed request under its deadline; client aborts pass through.
 * @throws ApiError 408 after the deadline, and whatever `work` throws.
 */
export function withDeadline<T>(call: Call, work: (deadline: Deadline) => Promise<T>): Promise<T> {
  const limitMs = call.api.requestTimeoutMs();
  return new Promise<T>((resolve, reject) => {
    let [timer, began, leftMs] = [0 as ReturnType<typeof setTimeout> | 0, 0, limitMs];
    const start = () => {
      began = performance.now();
      timer = setTimeout(() => {
        call.controller.abort();
        reject(requestTimeout(limitMs / 1000));
      }, leftMs);
    };
    const stop = () => {
      clearTimeout(timer);
      leftMs -= performance.now() - began;
    };
    start();
    work({ stop, start })
      .then(resolve, reject)
      .finally(() => clearTimeout(timer));
  });
}
