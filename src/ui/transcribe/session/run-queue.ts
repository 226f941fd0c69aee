import { hearRecording } from '#client/hear-recording.ts';
import type { Recording } from '#storage/transcript-records.ts';
import type { Transcripts } from '#storage/transcripts.ts';
import type { TranscriptionEvent } from '#transport/transcription-job.ts';
import type { Services } from '#ui/services.ts';
import { showToast } from '#ui/state/toasts.ts';
import { transcriptsOf, useTranscribeStore } from './room.ts';
import { runOnceMore } from './run-once-more.ts';

/** Held by the tab that hears recordings; another one goes on when it is closed. */
const LOCK = 'alcove-transcribe';
/** Times a model that failed is asked anew for the same recording. */
const MOST_TRIES = 2;

/** The recording that is being heard in this tab, and how to stop it. */
let running: { id: string; controller: AbortController } | null = null;

/** Transcribes all waiting recordings, one after the other, in one tab of the origin. */
export const runQueue = runOnceMore((services: Services) =>
  navigator.locks.request(LOCK, () => hearAll(services)),
);

/** Stops a recording that is being heard, in whichever tab: its state says so, this makes it quick. */
export function stopHearing(id: string): void {
  if (running?.id === id) running.controller.abort();
}

async function hearAll(services: Services): Promise<void> {
  const transcripts = transcriptsOf(services);
  for (;;) {
    // What was running when its tab died is running no more: this tab holds the lock.
    const next = (await transcripts.list()).find((r) => ['waiting', 'running'].includes(r.state));
    if (!next) return;
    await hear(services, transcripts, next);
  }
}

async function hear(
  services: Services,
  transcripts: Transcripts,
  recording: Recording,
): Promise<void> {
  const { id, name } = recording;
  const file = await transcripts.file(id);
  if (!file) {
    await transcripts.update(id, { state: 'failed', error: 'The file is no longer stored.' });
    return;
  }
  await transcripts.update(id, { state: 'running', error: null });
  for (let attempt = 1; ; attempt++) {
    const last = await hearOnce(services, transcripts, id, file).catch(toFailure);
    if (last.type === 'done') {
      if (document.visibilityState === 'hidden') showToast({ text: `${name} is transcribed.` });
      return;
    }
    if (last.type !== 'failed' || last.reason === 'stopped') return;
    if (last.reason === 'model' && attempt < MOST_TRIES) continue;
    const wasRunning = await transcripts.move(id, ['running'], 'failed');
    if (wasRunning) await transcripts.update(id, { error: sayWhy(last) });
    return;
  }
}

async function hearOnce(
  services: Services,
  transcripts: Transcripts,
  id: string,
  file: Blob,
): Promise<TranscriptionEvent> {
  const row = await transcripts.get(id);
  if (row?.state !== 'running') return { type: 'failed', reason: 'stopped', message: '' };
  const controller = new AbortController();
  running = { id, controller };
  const startedAt = Date.now();
  const live = { id, seconds: row.seconds, decodedSeconds: 0, startedAt };
  useTranscribeStore.setState({ live: { ...live, startedSeconds: row.doneSeconds } });
  const peaks = gatherPeaks();
  const { model, translate, windowsDone, doneSeconds } = row;
  // The language detected before an interruption stays.
  const language = row.language ?? row.heardLanguage;
  const from = { seconds: doneSeconds, windows: windowsDone };
  const job = { file, model, language, translate, from };
  try {
    return await hearRecording(
      services.control,
      job,
      async (event) => {
        // Another tab may have paused or removed it.
        if ((await transcripts.get(id))?.state !== 'running') controller.abort();
        else await take(transcripts, id, event, peaks);
      },
      controller.signal,
    );
  } finally {
    running = null;
    useTranscribeStore.setState({ live: null });
  }
}

async function take(
  transcripts: Transcripts,
  id: string,
  event: TranscriptionEvent,
  peaks: ReturnType<typeof gatherPeaks>,
): Promise<void> {
  switch (event.type) {
    case 'length':
      await transcripts.update(id, { seconds: event.seconds });
      break;
    case 'decoded':
      if (peaks.add(event.peaks)) await transcripts.keepPeaks(id, peaks.all());
      useTranscribeStore.setState(({ live }) => ({
        live: live && { ...live, decodedSeconds: event.seconds },
      }));
      break;
    case 'window':
      await transcripts.keepWindow(id, event);
      break;
    case 'done':
      await transcripts.finish(id, event.seconds, peaks.all());
      break;
    case 'failed':
      break;
  }
}

/** The waveform while it grows. It is kept at every seventh more, so that writing stays linear. */
function gatherPeaks() {
  let all = new Uint8Array(1_024);
  let length = 0;
  let kept = 0;
  return {
    /** @returns whether it is time to keep what there is. */
    add(peaks: Uint8Array): boolean {
      if (length + peaks.length > all.length) {
        const wider = new Uint8Array(2 * (length + peaks.length));
        wider.set(all);
        all = wider;
      }
      all.set(peaks, length);
      length += peaks.length;
      if (length < kept * 1.15) return false;
      kept = length;
      return true;
    },
    all: () => all.slice(0, length),
  };
}

function toFailure(error: unknown): TranscriptionEvent {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  const isFull = name === 'QuotaExceededError';
  const says = isFull ? "This browser's storage is full: delete something in Settings." : message;
  return { type: 'failed', reason: 'model', message: says };
}

function sayWhy({ reason, message }: Extract<TranscriptionEvent, { type: 'failed' }>): string {
  if (reason === 'unreadable') return `${message} Convert it to WAV or MP3 and add it again.`;
  return `${message} Try again; what was heard so far is kept.`;
}
