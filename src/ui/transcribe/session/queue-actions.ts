import type { Recording } from '#storage/transcript-records.ts';
import type { TranscriptionOptions } from '#storage/transcripts.ts';
import { transcribeText } from '#ui/messages/transcribe.ts';
import type { Services } from '#ui/services.ts';
import { showToast } from '#ui/state/toasts.ts';
import { transcriptsOf } from './live-store.ts';
import { runQueue, stopTranscribing } from './run-queue.ts';

export async function pauseRecording(services: Services, id: string): Promise<void> {
  await transcriptsOf(services).move(id, ['waiting', 'running'], 'paused');
  stopTranscribing(id);
}

/** Removes a recording from the queue; the text so far stays. */
export async function cancelRecording(services: Services, id: string): Promise<void> {
  await transcriptsOf(services).move(id, ['waiting', 'running', 'paused'], 'cancelled');
  stopTranscribing(id);
}

/** Resumes after the last stored window. */
export async function resumeRecording(services: Services, id: string): Promise<void> {
  await transcriptsOf(services).move(id, ['paused', 'cancelled', 'failed'], 'waiting');
  runQueue(services);
}

export async function transcribeAgain(
  services: Services,
  id: string,
  options: TranscriptionOptions,
): Promise<void> {
  stopTranscribing(id);
  await transcriptsOf(services).startAgain(id, options);
  runQueue(services);
}

export async function moveRecording(
  services: Services,
  recording: Recording,
  other: Recording,
): Promise<void> {
  await transcriptsOf(services).swap(recording, other);
}

/** Deletes a recording with its transcript; the toast restores both. */
export async function removeRecording(services: Services, { id, name }: Recording): Promise<void> {
  stopTranscribing(id);
  const undo = await transcriptsOf(services).remove(id);
  const restart = () => undo().then(() => runQueue(services));
  showToast({
    text: transcribeText.deleted(name),
    action: { label: transcribeText.undo, run: restart },
  });
}
