import { useState } from 'react';
import type { Recording } from '#storage/transcript-records.ts';
import { Button } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { Dialog } from '#ui/kit/dialog.tsx';
import { useServices } from '#ui/services.ts';
import { tryOrSay } from '#ui/state/toasts.ts';
import { hearAgain } from '#ui/transcribe/session/queue-actions.ts';
import { HearingFields } from './hearing-fields.tsx';
import styles from './transcript.module.css';

/** Hears a recording anew with another model or language. */
export function HearAgainDialog({
  recording,
  onClose,
}: {
  recording: Recording;
  onClose: () => void;
}) {
  const services = useServices();
  const { id, model, language, translate } = recording;
  const [options, setOptions] = useState({ model, language, translate });
  return (
    <Dialog title="Hear again" onClose={onClose}>
      <div className={styles['export']}>
        <p>The text there is now goes, with what you changed in it.</p>
        <HearingFields options={options} onChange={setOptions} />
        <div className={controls['row']}>
          <Button
            kind="primary"
            onClick={() => {
              tryOrSay('It was not started', hearAgain(services, id, options));
              onClose();
            }}
          >
            Hear again
          </Button>
          <Button onClick={onClose}>Keep the text</Button>
        </div>
      </div>
    </Dialog>
  );
}
