import { JoinTimer } from './join-timer.ts';

/** Server-sent events as the contract frames them: `data: <one line of JSON>`, a blank line, `[DONE]`. */
export interface EventStream {
  body: ReadableStream<Uint8Array>;
  /**
   * One event, with its type on a separate line where one is given. Events close together leave
   * in one chunk; the first of a burst is sent immediately.
   */
  send: (json: string, type?: string) => void;
  /** A line that clients ignore; it shows that the answer is still alive. */
  comment: (text: string) => void;
  /** Bytes of an answer that is no list of events. */
  bytes: (bytes: Uint8Array) => void;
  /** Ends as a broken connection does, where nothing can be said any more. */
  fail: (error: Error) => void;
  /** The ending, and the end. Later calls do nothing. */
  done: () => void;
}

/**
 * Header with the milliseconds that text may wait for more: this app's own pages draw no more often,
 * and each event costs its reader. From 0 to 200.
 */
export const JOIN_HEADER = 'x-alcove-join-ms';

/** Header with which the prompt of a request can be read afterwards, as the model saw it: see `promptOf`. */
export const PROMPT_HEADER = 'x-alcove-prompt';

/**
 * Header that decides whether a request may be recorded, where a person turned that on: programs refuse with `no`; of
 * this app's own requests only `yes` (a page that shows requests) and `chat` (a chat that is stored itself) allow it.
 */
export const RECORD_HEADER = 'x-alcove-record';

export interface EventStreamOptions {
  /** Milliseconds that events wait for others to leave with. */
  joinMs: number;
  /** The reader went away. */
  onCancel: () => void;
  /** Text after the last event; OpenAI's `[DONE]` when absent. */
  ending?: string | undefined;
}

const DONE = 'data: [DONE]\n\n';

/** @see https://html.spec.whatwg.org/multipage/server-sent-events.html */
export function createEventStream({
  joinMs,
  onCancel,
  ending = DONE,
}: EventStreamOptions): EventStream {
  const encoder = new TextEncoder();
  let controller: ReadableStreamDefaultController<Uint8Array> | null = null;
  let pending = '';
  const timer = new JoinTimer(joinMs, flush);
  const body = new ReadableStream<Uint8Array>({
    start(c) {
      controller = c;
    },
    cancel() {
      stop();
      onCancel();
    },
  });
  function stop() {
    timer.stop();
    controller = null;
    pending = '';
  }
  function flush(): boolean {
    if (pending === '' || !controller) return false;
    controller.enqueue(encoder.encode(pending));
    pending = '';
    return true;
  }
  function write(text: string) {
    if (!controller) return;
    pending += text;
    if (timer.isRunning) return;
    // Flushes in a microtask, so that the opening chunk and the first token leave together.
    queueMicrotask(flush);
    timer.start();
  }
  return {
    body,
    send: (json, type) => write(`${type ? `event: ${type}\n` : ''}data: ${json}\n\n`),
    comment: (text) => write(`: ${text}\n\n`),
    bytes: (bytes) => controller?.enqueue(bytes),
    fail(error) {
      controller?.error(error);
      stop();
    },
    done() {
      if (!controller) return;
      pending += ending;
      flush();
      controller.close();
      stop();
    },
  };
}
