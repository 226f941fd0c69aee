import { EngineError } from '#engine/engine-error.ts';
import type { TaskEvent } from '#engine/tasks.ts';
import { JoinTimer } from '#transport/join-timer.ts';
import {
  fromRunError,
  RelayError,
  type RunControl,
  type RunMessage,
  toRunError,
} from './relay-message.ts';

/** Milliseconds that events wait for others to cross the thread with. */
const JOIN_MS = 4;
/** Events of one batch, and batches that their reader may be behind. */
const MAX_BATCH = 256;
const WINDOW = 4;

/** Sends the events of a run over a port, never far ahead of their reader. Resolves when the run is over. */
export async function serveRun(
  port: MessagePort,
  run: (signal: AbortSignal) => AsyncIterable<TaskEvent>,
): Promise<void> {
  const controller = new AbortController();
  const { signal } = controller;
  let credit = WINDOW;
  let batch: TaskEvent[] = [];
  let wake = () => {};
  const send = (message: RunMessage, transfer: Transferable[] = []) =>
    port.postMessage(message, transfer);
  const flush = (isLast = false): boolean => {
    if (credit === 0 || (batch.length === 0 && !isLast)) return false;
    credit--;
    const transfer = batch.flatMap((e) => (e.type === 'vectors' ? [e.data.buffer] : []));
    send({ type: 'events', events: batch, isLast }, transfer);
    batch = [];
    return true;
  };
  const timer = new JoinTimer(JOIN_MS, flush);
  port.onmessage = ({ data }: MessageEvent<RunControl>) => {
    if (data === 'cancel') controller.abort();
    else credit++;
    wake();
  };
  const wanted = async () => {
    while (credit === 0 && !signal.aborted) await new Promise<void>((resolve) => (wake = resolve));
    signal.throwIfAborted();
  };
  try {
    for await (const event of run(signal)) {
      batch.push(event);
      if (!timer.isRunning && event.type !== 'start') {
        flush();
        timer.start();
      }
      if (batch.length < MAX_BATCH) continue;
      await wanted();
      flush();
    }
    await wanted();
    flush(true);
  } catch (error) {
    flush();
    const { cause } = error as { cause?: unknown };
    const isStale = cause instanceof RelayError && cause.why === 'policy';
    send({ type: 'failed', error: toRunError(error), isStale });
  } finally {
    timer.stop();
  }
}

/** A run on another thread, seen from here. */
export class RunReader {
  readonly #port: MessagePort;
  readonly #onStale: () => void;
  #received: (RunMessage | Error)[] = [];
  #wake = () => {};

  /** `onStale`: the thread cannot reach its host, but one that is started now can. */
  constructor(port: MessagePort, onStale: () => void) {
    this.#port = port;
    this.#onStale = onStale;
    port.onmessage = ({ data }: MessageEvent<RunMessage>) => this.#receive(data);
  }

  /** Ends the run with an error, as when its thread is gone. */
  fail(error: Error): void {
    this.#receive(error);
  }

  /** Events in order. Leaving early ends the run. @throws EngineError */
  async *events(signal: AbortSignal): AsyncGenerator<TaskEvent> {
    const abort = () => this.fail(new EngineError('aborted', 'The request was aborted.'));
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    try {
      for (;;) {
        const message = this.#received.shift();
        if (!message) {
          await new Promise<void>((resolve) => {
            this.#wake = resolve;
          });
          continue;
        }
        if (message instanceof Error) throw message;
        if (message.type === 'failed') {
          if (message.isStale) this.#onStale();
          throw fromRunError(message.error);
        }
        yield* message.events;
        if (message.isLast) return;
        this.#tell('more');
      }
    } finally {
      signal.removeEventListener('abort', abort);
      this.#tell('cancel');
      this.#port.close();
    }
  }

  #receive(message: RunMessage | Error): void {
    this.#received.push(message);
    this.#wake();
  }

  #tell(message: RunControl): void {
    this.#port.postMessage(message);
  }
}
