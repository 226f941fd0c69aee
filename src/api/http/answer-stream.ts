import type { Call } from '#api/call/call.ts';
import { toApiError } from '#api/call/to-api-error.ts';
import { type Admission, discardIfBroken } from '#api/tasks/admit.ts';
import type { ApiError } from '#contract/api-error.ts';
import { requestTimeout } from '#contract/service-errors.ts';
import { createEventStream, type EventStream } from '#transport/event-stream.ts';
import { finishCall } from './finish-call.ts';
import { IdleTimer } from './idle-timer.ts';

const JOIN_MS = 8;
const KEEP_ALIVE_MS = 15_000;

/** What differs between the APIs that stream. */
interface Framing {
  /** Text after the last event. */
  ending?: string;
  /** Further headers; they replace the ones of an event stream. */
  headers?: Record<string, string>;
  /** Whether the answer is bytes of a file: nothing but them is sent. */
  isBytes?: boolean;
  writeError?: (stream: EventStream, error: ApiError, requestId: string) => void;
}

function sendError(stream: EventStream, error: ApiError, requestId: string): void {
  stream.send(JSON.stringify({ error: error.toBody(requestId).error }));
}

/**
 * Returns the streaming answer immediately and fills it while `produce` runs. An error after this point is an
 * event of its own, then the stream's ending. The reader going away aborts the call.
 */
export function answerStream(
  call: Call,
  { slot, turn }: Admission,
  produce: (stream: EventStream, idle: IdleTimer) => Promise<void>,
  framing: Framing = {},
): Response {
  const { ending, headers, isBytes = false, writeError = sendError } = framing;
  const {
    controller,
    api: { idleTimeoutMs },
  } = call;
  const onCancel = () => controller.abort();
  const sent = createEventStream({ joinMs: JOIN_MS, onCancel, ending });
  const stream = call.recording?.tap(sent) ?? sent;
  const idle = new IdleTimer(idleTimeoutMs, () => controller.abort());
  let keepAlive: ReturnType<typeof setInterval> | undefined;
  const work = async () => {
    // Send the headers first: their delivery dominates the time to the first token.
    await new Promise<void>((resolve) => setTimeout(resolve));
    if (!isBytes) keepAlive = setInterval(() => stream.comment('keep-alive'), KEEP_ALIVE_MS);
    await turn.started;
    idle.start();
    await produce(stream, idle);
  };
  work()
    .then(() => finishCall(call, 200, null))
    .catch((reason: unknown) => {
      discardIfBroken(call, slot, reason);
      const error = idle.isOver ? requestTimeout(idleTimeoutMs / 1000) : toApiError(reason);
      const gone = controller.signal.aborted && !idle.isOver;
      if (!gone) {
        if (error.status >= 500) call.api.report(reason);
        writeError(stream, error, call.requestId);
      }
      finishCall(call, gone ? 499 : error.status, gone ? 'client_closed_request' : error.code);
    })
    .finally(() => {
      clearInterval(keepAlive);
      idle.stop();
      turn.leave();
      stream.done();
    });
  return new Response(stream.body, {
    headers: {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache',
      ...headers,
    },
  });
}
