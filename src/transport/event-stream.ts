import { JoinTimer } from './join-timer.ts';

/** Server-sent events as the contract frames them: `data: <JSON>`, a blank line, `[DONE]`. */
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

export interface EventStreamOptions {
  /** Milliseconds that events wait for others to leave with. */
  joinMs: number;
  /** The reader went away. */
  onCancel: () => void;
  /** Text after the last event; OpenAI's `[DONE]` when absent. */
  ending?: string | undefined;
}

const DONE = 'data: [DONE]\n\n';

/** A field of an event: a line for each of its text, which would otherwise begin fields of its own. */
const field = (name: string, text: string) =>
  `${name}: ${text.replace(LINE_ENDS, `\n${name}: `)}\n`;
const LINE_ENDS = /\r\n|\r|\n/g;

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
    send: (json, type) => write(`${type ? field('event', type) : ''}${field('data', json)}\n`),
    comment: (text) => write(`${field('', text)}\n`),
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
