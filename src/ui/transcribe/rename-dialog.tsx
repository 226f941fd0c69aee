import { type FormEvent, useState } from 'react';
import type { Recording } from '#storage/transcript-records.ts';
import { Button } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { Dialog } from '#ui/kit/dialog.tsx';
import { Field } from '#ui/kit/field.tsx';
import { transcribeText } from '#ui/messages/transcribe.ts';
import { useSession } from '#ui/services.ts';
import { reportFailure } from '#ui/state/toasts.ts';
import { TranscriptionSession } from '#ui/transcribe/session/transcription-session.ts';
import styles from './transcript.module.css';

interface RenameDialogProps {
  recording: Recording;
  onClose: () => void;
}

/** Gives a recording another name. */
export function RenameDialog({ recording: { id, name: before }, onClose }: RenameDialogProps) {
  const session = useSession(TranscriptionSession);
  const [name, setName] = useState(before);
  function submit(event: FormEvent) {
    event.preventDefault();
    reportFailure(transcribeText.actionFailed(before), session.rename(id, name));
    onClose();
  }
  return (
    <Dialog title={transcribeText.rename} onClose={onClose}>
      <form onSubmit={submit} className={styles['export']}>
        <Field
          label={transcribeText.name}
          dir="auto"
          value={name}
          data-first-focus
          onFocus={(event) => event.target.select()}
          onChange={(event) => setName(event.target.value)}
        />
        <div className={controls['row']}>
          <Button kind="primary" type="submit" disabled={name.trim() === ''}>
            {transcribeText.rename}
          </Button>
          <Button onClick={onClose}>{transcribeText.cancel}</Button>
        </div>
      </form>
    </Dialog>
  );
}
