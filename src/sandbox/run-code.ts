/** A function body with `args` in scope, and the arguments as JSON. */
export interface CodeRequest {
  code: string;
  argumentsText: string;
}

/** `text`: JSON of what was returned, or the error in words. */
export interface CodeAnswer {
  ok: boolean;
  text: string;
}

/** Milliseconds after which the whole worker is ended, should the engine's own limit not hold. */
const MOST_MS = 8_000;

/** Runs a person's small function away from the page. It can compute, and nothing else. */
export function runCode(request: CodeRequest): Promise<CodeAnswer> {
  const worker = new Worker(new URL('./run-code.worker.ts', import.meta.url), { type: 'module' });
  return new Promise<CodeAnswer>((resolve) => {
    const late = () => resolve({ ok: false, text: 'The function did not end in time.' });
    const timer = setTimeout(late, MOST_MS);
    worker.onmessage = ({ data }: MessageEvent<CodeAnswer>) => {
      clearTimeout(timer);
      resolve(data);
    };
    worker.onerror = (event) => resolve({ ok: false, text: event.message });
    worker.postMessage(request);
  }).finally(() => worker.terminate());
}
