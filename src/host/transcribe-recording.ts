import { type SpeechOptions, seeksTimestamps, transcribe } from '#api/tasks/speech.ts';
import { AudioError } from '#audio/audio-error.ts';
import { decodeAudio, readDuration, SAMPLE_RATE } from '#audio/decode-audio.ts';
import { createPeaks } from '#audio/peaks.ts';
import type { ModelCard } from '#catalog/model-card.ts';
import { type Engine, isFatal } from '#engine/engine.ts';
import type { Slot } from '#engine/slot.ts';
import type { SpeechTask, TaskEvent } from '#engine/tasks.ts';
import { whenLifelineEnds } from '#transport/lifeline.ts';
import type { TranscriptionEvent, TranscriptionJob } from '#transport/transcription-job.ts';

/** Seconds of sound whose peaks travel together. */
const PEAKS_AT_ONCE = 5;

/**
 * Hears a recording and tells the port of it; any message on the port ends the job. Every window
 * takes its own turn, so that requests of `/v1` come between.
 */
export function transcribeRecording(
  engine: Engine,
  card: ModelCard,
  job: TranscriptionJob,
  port: MessagePort,
): void {
  const controller = new AbortController();
  const { signal } = controller;
  const tell = (event: TranscriptionEvent) => port.postMessage(event);
  port.onmessage = () => controller.abort();
  whenLifelineEnds(job.lifeline, () => controller.abort());

  hear(engine, card, job, signal, tell)
    .then((seconds) => tell({ type: 'done', seconds }))
    .catch((error: unknown) => tell(toFailure(error, signal)))
    .finally(() => port.close());
}

async function hear(
  engine: Engine,
  card: ModelCard,
  job: TranscriptionJob,
  signal: AbortSignal,
  tell: (event: TranscriptionEvent) => void,
): Promise<number> {
  const length = await readDuration(job.file);
  if (length !== null) tell({ type: 'length', seconds: length });
  const slot = engine.slot(card);
  await slot.ready;
  const options: SpeechOptions = {
    language: job.language,
    translate: job.translate,
    prompt: '',
    temperature: 0,
    withTimes: true,
    withWords: false,
    seeks: seeksTimestamps(card),
    from: job.from,
  };
  const counts = { prompt: 0, cached: 0, completion: 0, reasoning: 0 };
  let seconds = 0;
  const pieces = withPeaks(decodeAudio(job.file, signal), (at, peaks) => {
    seconds = at;
    tell({ type: 'decoded', seconds: at, peaks });
  });
  const run = (task: SpeechTask) => inTurn(slot, task, signal);
  try {
    for await (const { segments, ...window } of transcribe(run, pieces, options, counts)) {
      const plain = segments.map(({ text, start, end }) => ({ text, start, end }));
      tell({ type: 'window', segments: plain, ...window });
    }
  } catch (error) {
    if (isFatal(error)) await engine.discard(slot);
    throw error;
  }
  if (seconds === 0) throw new AudioError('There is no sound in the file.');
  return seconds;
}

async function* inTurn(
  slot: Slot,
  task: SpeechTask,
  signal: AbortSignal,
): AsyncGenerator<TaskEvent> {
  const turn = slot.admit(signal);
  try {
    await turn.started;
    yield* turn.run(task);
  } finally {
    turn.leave();
  }
}

async function* withPeaks(
  pieces: AsyncIterable<Float32Array>,
  report: (seconds: number, peaks: Uint8Array) => void,
): AsyncGenerator<Float32Array> {
  const peaks = createPeaks();
  let samples = 0;
  let told = 0;
  let gathered: number[] = [];
  const flush = () => {
    report(samples / SAMPLE_RATE, Uint8Array.from(gathered));
    gathered = [];
    told = samples;
  };
  for await (const piece of pieces) {
    gathered.push(...peaks.push(piece));
    samples += piece.length;
    if (samples - told >= PEAKS_AT_ONCE * SAMPLE_RATE) flush();
    yield piece;
  }
  gathered.push(...peaks.flush());
  flush();
}

function toFailure(error: unknown, signal: AbortSignal): TranscriptionEvent {
  if (signal.aborted) return { type: 'failed', reason: 'stopped', message: 'Stopped.' };
  const message = error instanceof Error ? error.message : String(error);
  const reason = error instanceof AudioError ? 'unreadable' : 'model';
  return { type: 'failed', reason, message };
}
