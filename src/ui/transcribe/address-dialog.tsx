import { type FormEvent, useState } from 'react';
import { Button } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { Dialog } from '#ui/kit/dialog.tsx';
import { Field } from '#ui/kit/field.tsx';
import { transcribeText } from '#ui/messages/transcribe.ts';
import { describeError } from '#ui/state/describe-error.ts';
import { AddressError, readAddress } from '#ui/transcribe/session/add-files.ts';

interface AddressDialogProps {
  onFile: (file: File) => void;
  onClose: () => void;
}

function explain(error: unknown): string {
  if (!(error instanceof AddressError)) return describeError(error);
  const { fault } = error;
  switch (fault.problem) {
    case 'invalid':
      return transcribeText.invalidAddress;
    case 'page':
      return transcribeText.addressIsPage;
    case 'other_site':
      return transcribeText.otherSite(fault.host);
    case 'status':
      return transcribeText.addressStatus(fault.status);
  }
}

/** Asks for the URL of a recording and shows why it cannot be read. */
export function AddressDialog({ onFile, onClose }: AddressDialogProps) {
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);

  async function submit(event: FormEvent) {
    event.preventDefault();
    setBusy(true);
    setProblem(null);
    try {
      onFile(await readAddress(text));
      onClose();
    } catch (error) {
      setProblem(explain(error));
    } finally {
      setBusy(false);
    }
  }

  const example = `${location.origin}/…`;
  return (
    <Dialog title={transcribeText.addressTitle} onClose={onClose}>
      <form onSubmit={submit} className={controls['label']}>
        <Field
          label={transcribeText.address}
          error={problem}
          value={text}
          data-first-focus
          placeholder={example}
          onChange={(event) => setText(event.target.value)}
        />
        <div className={controls['row']}>
          <Button kind="primary" type="submit" disabled={isBusy || text.trim() === ''}>
            {transcribeText.add}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
