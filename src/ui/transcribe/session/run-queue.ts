import { hearRecording } from '#client/hear-recording.ts';
import type { Recording } from '#storage/transcript-records.ts';
import type { Transcripts } from '#storage/transcripts.ts';
import type { TranscriptionEvent } from '#transport/transcription-job.ts';
import { transcribeText } from '#ui/messages/transcribe.ts';
import type { Services } from '#ui/services.ts';
import { showToast } from '#ui/state/toasts.ts';
import { transcriptsOf, useTranscribeStore } from './live-store.ts';
import { runOnceMore } from './run-once-more.ts';

/** Held by the tab that transcribes; another tab takes over when it is closed. */
const LOCK = 'alcove-transcribe';
/** Attempts per recording when the model fails. */
const MAX_TRIES = 2;

/** The recording that this tab transcribes, and how to stop it. */
let running: { id: string; controller: AbortController } | null = null;

/** Transcribes all waiting recordings in order, in one tab of the origin. */
export const runQueue = runOnceMore((services: Services) =>
  navigator.locks.request(LOCK, () => transcribeAll(services)),
);

/** Stops the recording if this tab transcribes it. Other tabs read its stored state instead. */
export function stopTranscribing(id: string): void {
  if (running?.id === id) running.controller.abort();
}

async function transcribeAll(services: Services): Promise<void> {
  const transcripts = transcriptsOf(services);
  for (;;) {
    // This tab holds the lock, so a recording that is `running` was left by a tab that closed.
    const next = (await transcripts.list()).find((r) => ['waiting', 'running'].includes(r.state));
    if (!next) return;
    await transcribe(services, transcripts, next);
  }
}

async function transcribe(
  services: Services,
  transcripts: Transcripts,
  recording: Recording,
): Promise<void> {
  const { id, name } = recording;
  const file = await transcripts.file(id);
  if (!file) {
    await transcripts.update(id, { state: 'failed', error: transcribeText.fileMissing });
    return;
  }
  await transcripts.update(id, { state: 'running', error: null });
  for (let attempt = 1; ; attempt++) {
    const last = await tryOnce(services, transcripts, id, file).catch(toFailure);
    if (last.type === 'done') {
      if (document.visibilityState === 'hidden')
        showToast({ text: transcribeText.transcribed(name) });
      return;
    }
    if (last.type !== 'failed' || last.reason === 'stopped') return;
    if (last.reason === 'model' && attempt < MAX_TRIES) continue;
    const wasRunning = await transcripts.move(id, ['running'], 'failed');
    if (wasRunning) await transcripts.update(id, { error: describeFailed(last) });
    return;
  }
}

async function tryOnce(
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
  // Resumes with the language that was detected before the interruption.
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
        else await store(transcripts, id, event, peaks);
      },
      controller.signal,
    );
  } finally {
    running = null;
    useTranscribeStore.setState({ live: null });
  }
}

async function store(
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

/** Collects the waveform. It is stored after every growth by 15 %, so that writes stay linear. */
function gatherPeaks() {
  let all = new Uint8Array(1_024);
  let length = 0;
  let stored = 0;
  return {
    /** @returns whether it is time to store the waveform. */
    add(peaks: Uint8Array): boolean {
      if (length + peaks.length > all.length) {
        const wider = new Uint8Array(2 * (length + peaks.length));
        wider.set(all);
        all = wider;
      }
      all.set(peaks, length);
      length += peaks.length;
      if (length < stored * 1.15) return false;
      stored = length;
      return true;
    },
    all: () => all.slice(0, length),
  };
}

function toFailure(error: unknown): TranscriptionEvent {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  const isFull = name === 'QuotaExceededError';
  return {
    type: 'failed',
    reason: 'model',
    message: isFull ? transcribeText.storageFull : message,
  };
}

function describeFailed({
  reason,
  message,
}: Extract<TranscriptionEvent, { type: 'failed' }>): string {
  if (reason === 'unreadable') return transcribeText.unreadable(message);
  return transcribeText.modelFailed(message);
}
