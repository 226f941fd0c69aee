import { appPath } from '#contract/app-path.ts';
import { shortClock } from '#transcript-formats/clock.ts';
import { itemPath } from '#ui/kit/item-path.ts';
import { transcribeText } from '#ui/messages/transcribe.ts';
import { showToast } from '#ui/state/toasts.ts';
import { defaultOptions } from '#ui/transcribe/session/add-files.ts';
import { TranscriptionSession } from '#ui/transcribe/session/transcription-session.ts';
import type { Services } from './services.ts';

/** Continues what a closed tab was transcribing, and says so with a way there. */
export async function resumeRecordings(
  services: Services,
  go: (path: string) => void,
): Promise<void> {
  // The page of recordings resumes them itself.
  if (location.pathname.startsWith(appPath('/transcribe'))) return;
  await services.storage;
  const session = services.session(TranscriptionSession);
  const recording = await session.unfinished();
  await session.recover(defaultOptions());
  if (!recording) return;
  const { id, name, doneSeconds, seconds } = recording;
  const at = shortClock(doneSeconds);
  const position = seconds > 0 ? transcribeText.position(at, shortClock(seconds)) : at;
  showToast({
    text: transcribeText.continues(name, position),
    action: { label: transcribeText.show, run: () => go(itemPath('/transcribe', id)) },
  });
}
