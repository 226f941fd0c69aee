import type { Recording } from '#storage/transcript-records.ts';
import { NameDialog } from '#ui/kit/name-dialog.tsx';
import { transcribeText } from '#ui/messages/transcribe.ts';
import { useSession } from '#ui/services.ts';
import { reportFailure } from '#ui/state/toasts.ts';
import { TranscriptionSession } from '#ui/transcribe/session/transcription-session.ts';

interface RenameDialogProps {
  recording: Recording;
  onClose: () => void;
}

/** Gives a recording another name. */
export function RenameDialog({ recording: { id, name }, onClose }: RenameDialogProps) {
  const session = useSession(TranscriptionSession);
  return (
    <NameDialog
      title={transcribeText.rename}
      label={transcribeText.name}
      action={transcribeText.rename}
      name={name}
      save={(changed) => session.rename(id, changed)}
      report={(work) => reportFailure(transcribeText.actionFailed(name), work)}
      onClose={onClose}
    />
  );
}
