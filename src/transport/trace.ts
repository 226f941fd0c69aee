/** The thread that reports a step. */
export type Hop = 'page' | 'service-worker' | 'host' | 'slot';

/** One step of a request on its way. Never a body, a key or a text of a person. */
export interface TraceStep {
  requestId: string;
  hop: Hop;
  step: string;
  /** Unix milliseconds, with fractions. */
  at: number;
  detail: string;
}

/**
 * `wanted`: a page opened with `?debug` asks all threads to report. `joined`: a thread has started and does not
 * know yet whether one does.
 */
type TraceMessage = { type: 'wanted' } | { type: 'joined' } | { type: 'step'; step: TraceStep };

const CHANNEL = 'alcove-trace';

let channel: BroadcastChannel | null = null;
let hop: Hop = 'page';
let isWanted = false;
let collect: ((step: TraceStep) => void) | null = null;

/** Lets this thread report steps once a page asks for them. Until then a step costs one comparison. */
export function joinTrace(as: Hop): void {
  hop = as;
  channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }: MessageEvent<TraceMessage>) => {
    if (data.type === 'wanted') isWanted = true;
    else if (data.type === 'step') collect?.(data.step);
    else if (collect) send({ type: 'wanted' });
  };
  send({ type: 'joined' });
}

/** Collects the steps of all threads. @param onStep is called for each, also for this thread's own. */
export function requestTrace(onStep: (step: TraceStep) => void): void {
  collect = onStep;
  isWanted = true;
  send({ type: 'wanted' });
}

/** Milliseconds since the epoch that compare between threads of one machine. */
export const traceNow = () => performance.timeOrigin + performance.now();

/** Reports a step of a request, if a page asks for it. */
export function trace(
  requestId: string,
  step: string,
  { detail = '', at = 0, by = hop }: { detail?: string; at?: number; by?: Hop } = {},
): void {
  if (!isWanted) return;
  const report = { requestId, hop: by, step, at: at || traceNow(), detail };
  collect?.(report);
  send({ type: 'step', step: report });
}

/** Whether steps are reported. */
export function isTraced(): boolean {
  return isWanted;
}

/** Stops reporting: for tests. */
export function leaveTrace(): void {
  channel?.close();
  channel = null;
  isWanted = false;
  collect = null;
}

function send(message: TraceMessage): void {
  channel?.postMessage(message);
}
