import { transfer } from 'comlink';
import { holdLifeline } from '#transport/lifeline.ts';
import type { TranscriptionEvent, TranscriptionJob } from '#transport/transcription-job.ts';
import type { Connection } from './connection.ts';

/** Milliseconds without a word after which the host is asked whether it is still there. */
const SILENCE_MS = 20_000;

let lifeline: Promise<string> | null = null;

/** Name of a lock that this page holds for as long as it lives. */
function pageLifeline(): Promise<string> {
  const hold = async () => {
    const name = `alcove-page:${crypto.randomUUID()}`;
    await holdLifeline(name);
    return name;
  };
  lifeline ??= hold();
  return lifeline;
}

/**
 * Has the host hear a recording; `onEvent` is told of what comes, one event after the other.
 * Resolves with the last event. Aborting ends the job with `stopped`. When the tab that hosts the
 * models goes away, the last event is a failure of the `model`.
 */
export async function hearRecording(
  control: Connection['control'],
  job: Omit<TranscriptionJob, 'lifeline'>,
  onEvent: (event: TranscriptionEvent) => Promise<void>,
  signal: AbortSignal,
): Promise<TranscriptionEvent> {
  const whole = { ...job, lifeline: await pageLifeline() };
  const { port1, port2 } = new MessageChannel();
  const events = readPort(port1);
  const stop = () => port1.postMessage('stop');
  signal.addEventListener('abort', stop, { once: true });
  try {
    const host = await control((c) => c.hostId());
    await control((c) => c.transcribe(whole, transfer(port2, [port2])));
    if (signal.aborted) stop();
    for (;;) {
      const event = await events.next(SILENCE_MS);
      if (event === null) {
        if ((await control((c) => c.hostId())) !== host) return GONE;
        continue;
      }
      await onEvent(event);
      if (event.type === 'done' || event.type === 'failed') return event;
    }
  } finally {
    signal.removeEventListener('abort', stop);
    port1.close();
  }
}

const GONE = {
  type: 'failed',
  reason: 'model',
  message: 'The tab that ran the models was closed.',
} as const;

/** Events of a port in order; null when none comes in time. */
function readPort(port: MessagePort) {
  const waiting: TranscriptionEvent[] = [];
  let wake: (() => void) | null = null;
  port.onmessage = ({ data }: MessageEvent<TranscriptionEvent>) => {
    waiting.push(data);
    wake?.();
  };
  return {
    async next(timeoutMs: number): Promise<TranscriptionEvent | null> {
      if (waiting.length === 0) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, timeoutMs);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
        wake = null;
      }
      return waiting.shift() ?? null;
    },
  };
}
