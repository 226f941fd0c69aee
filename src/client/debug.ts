import { requestTrace, type TraceStep } from '#transport/trace.ts';

const STORED = 'alcove-debug';
/** Steps in memory: some fifty requests. */
const MAX_STEPS = 500;

const steps: TraceStep[] = [];

/** Whether this tab was opened with `?debug`, remembered until it is closed. */
export function wantsDebug(): boolean {
  const isAsked = new URL(location.href).searchParams.has('debug');
  try {
    if (isAsked) sessionStorage.setItem(STORED, 'yes');
    return isAsked || sessionStorage.getItem(STORED) !== null;
  } catch {
    // Without session storage, the URL alone decides.
    return isAsked;
  }
}

/** Steps of recent requests, oldest first. */
export function recentTrace(): readonly TraceStep[] {
  return steps;
}

/** Prints each step of each request in the console, with its id and the time since its first step. */
export function startDebug(print: (line: string) => void = printLine): void {
  const starts = new Map<string, number>();
  requestTrace((step) => {
    steps.push(step);
    if (steps.length > MAX_STEPS) steps.shift();
    const start = Math.min(starts.get(step.requestId) ?? step.at, step.at);
    starts.set(step.requestId, start);
    print(describeStep(step, start));
  });
}

/** `[3f2a9c1e] +12.4 ms host: received POST /v1/embeddings`. */
export function describeStep(
  { requestId, hop, step, at, detail }: TraceStep,
  start: number,
): string {
  const after = (at - start).toFixed(1);
  return `[${requestId.slice(0, 8)}] +${after} ms ${hop}: ${step}${detail ? ` ${detail}` : ''}`;
}

function printLine(line: string): void {
  // biome-ignore lint/suspicious/noConsole: the developer asked for it with ?debug.
  console.info(line);
}
