import { useState } from 'react';
import type { Recording } from '#storage/transcript-records.ts';
import type { TranscriptionOptions } from '#storage/transcripts.ts';
import { Button } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { Dialog } from '#ui/kit/dialog.tsx';
import { transcribeText } from '#ui/messages/transcribe.ts';
import { useSession } from '#ui/services.ts';
import { reportFailure } from '#ui/state/toasts.ts';
import { TranscriptionSession } from '#ui/transcribe/session/transcription-session.ts';
import styles from './transcript.module.css';
import { TranscriptionFields } from './transcription-fields.tsx';

/** Transcribes a recording again with another model or language. */
export function TranscribeAgainDialog({
  recording,
  with: other = null,
  onClose,
}: {
  recording: Recording;
  /** Another model than the one there was. */
  with?: string | null;
  onClose: () => void;
}) {
  const session = useSession(TranscriptionSession);
  const { id, model, language, translate, speakerCount, vocabulary } = recording;
  const before: TranscriptionOptions = {
    ...{ model, language, translate, speakerCount, vocabulary },
  };
  // Another model may know other languages.
  const [options, setOptions] = useState<TranscriptionOptions>(
    other === null || other === model
      ? before
      : { ...before, model: other, language: null, translate: false },
  );
  return (
    <Dialog title={transcribeText.transcribeAgain} onClose={onClose}>
      <div className={styles['export']}>
        <p>{transcribeText.transcribeAgainWarning}</p>
        <TranscriptionFields options={options} onChange={setOptions} hasModel />
        <div className={controls['row']}>
          <Button
            kind="primary"
            onClick={() => {
              reportFailure(transcribeText.notStarted, session.transcribeAgain(id, options));
              onClose();
            }}
          >
            {transcribeText.transcribeAgain}
          </Button>
          <Button onClick={onClose}>{transcribeText.cancel}</Button>
        </div>
      </div>
    </Dialog>
  );
}
