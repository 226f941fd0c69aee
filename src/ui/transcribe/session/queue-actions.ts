import type { Recording } from '#storage/transcript-records.ts';
import type { HearingOptions } from '#storage/transcripts.ts';
import type { Services } from '#ui/services.ts';
import { showToast } from '#ui/state/toasts.ts';
import { transcriptsOf } from './room.ts';
import { runQueue, stopHearing } from './run-queue.ts';

export async function pauseRecording(services: Services, id: string): Promise<void> {
  await transcriptsOf(services).move(id, ['waiting', 'running'], 'paused');
  stopHearing(id);
}

/** Takes a recording out of the queue; what was heard stays. */
export async function cancelRecording(services: Services, id: string): Promise<void> {
  await transcriptsOf(services).move(id, ['waiting', 'running', 'paused'], 'cancelled');
  stopHearing(id);
}

/** Goes on after the last window that was kept. */
export async function resumeRecording(services: Services, id: string): Promise<void> {
  await transcriptsOf(services).move(id, ['paused', 'cancelled', 'failed'], 'waiting');
  runQueue(services);
}

export async function hearAgain(
  services: Services,
  id: string,
  options: HearingOptions,
): Promise<void> {
  stopHearing(id);
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

/** Deletes a recording with its transcript; the toast gives both back. */
export async function removeRecording(services: Services, { id, name }: Recording): Promise<void> {
  stopHearing(id);
  const undo = await transcriptsOf(services).remove(id);
  const giveBack = () => undo().then(() => runQueue(services));
  showToast({ text: `Deleted “${name}”.`, action: { label: 'Undo', run: giveBack } });
}
