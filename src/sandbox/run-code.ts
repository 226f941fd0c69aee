import { inOwnWorker, WorkerError } from '#workers/worker-thread.ts';

/** A function body with `args` in scope, and the arguments as JSON. */
export interface CodeRequest {
  code: string;
  argumentsText: string;
}

/** `text`: JSON of the returned value, or the error message. */
export interface CodeAnswer {
  ok: boolean;
  text: string;
}

/** Milliseconds after which the whole worker is ended, should the engine's own limit not hold. */
const MAX_MS = 8_000;
const LATE = 'The function did not end in time.';

/** Runs a person's small function away from the page. It can compute, and nothing else. Never rejects. */
export async function runCode(request: CodeRequest, signal?: AbortSignal): Promise<CodeAnswer> {
  try {
    return await inOwnWorker(
      () => new Worker(new URL('./run-code.worker.ts', import.meta.url), { type: 'module' }),
      (worker) =>
        new Promise<CodeAnswer>((resolve) => {
          worker.onmessage = ({ data }: MessageEvent<CodeAnswer>) => resolve(data);
          worker.postMessage(request);
        }),
      { silenceMs: MAX_MS, signal },
    );
  } catch (error) {
    const isLate = error instanceof WorkerError && error.problem === 'silent';
    return { ok: false, text: isLate ? LATE : (error as Error).message };
  }
}
