import { appPath } from '#contract/app-path.ts';
import { shortClock } from '#transcript-formats/clock.ts';
import { itemPath } from '#ui/kit/item-path.ts';
import { transcribeText } from '#ui/messages/transcribe.ts';
import { useShell } from '#ui/state/shell.ts';
import { showToast } from '#ui/state/toasts.ts';
import { defaultOptions } from '#ui/transcribe/session/add-files.ts';
import { RecordingFolders } from '#ui/transcribe/session/recording-folders.ts';
import { TranscriptionSession } from '#ui/transcribe/session/transcription-session.ts';
import type { Services } from './services.ts';

/**
 * Continues what a closed tab was transcribing, and shows the recording at work on every page. Backups that are due are
 * written as well.
 */
export async function resumeRecordings(
  services: Services,
  go: (path: string) => void,
): Promise<void> {
  const database = await services.storage;
  import('#ui/settings/folder-backup.ts')
    .then(({ followBackups }) => followBackups(database))
    .catch(reportError);
  const session = services.session(TranscriptionSession);
  followWork(session);
  services.session(RecordingFolders).follow((files, options) => session.add(files, options));
  // The page of recordings resumes them itself.
  if (location.pathname.startsWith(appPath('/transcribe'))) return;
  const recording = await session.unfinished();
  await session.recover(defaultOptions());
  if (!recording) return;
  const { id, name } = recording;
  showToast({
    text: transcribeText.continues(name, positionOf(recording)),
    action: { label: transcribeText.show, run: () => go(itemPath('/transcribe', id)) },
  });
}

function positionOf({ doneSeconds, seconds }: { doneSeconds: number; seconds: number }): string {
  const at = shortClock(doneSeconds);
  return seconds > 0 ? transcribeText.position(at, shortClock(seconds)) : at;
}

/** The foot of the sidebar has the recording at work, as far as it is stored. */
function followWork({ state, transcripts }: TranscriptionSession): void {
  const show = async () => {
    const { live } = state.getState();
    const row = live && (await transcripts.get(live.id));
    if (state.getState().live?.id !== live?.id) return;
    const transcribing = row
      ? { path: itemPath('/transcribe', row.id), name: row.name, position: positionOf(row) }
      : null;
    useShell.setState({ transcribing });
  };
  state.subscribe(() => void show().catch(reportError));
}
