import { type FormEvent, useState } from 'react';
import { Button } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { Dialog } from '#ui/kit/dialog.tsx';
import { Problem } from '#ui/kit/problem.tsx';
import { describeError } from '#ui/state/describe-error.ts';
import { readAddress } from '#ui/transcribe/session/add-files.ts';

interface AddressDialogProps {
  onFile: (file: File) => void;
  onClose: () => void;
}

/** Asks for the address of a recording, and says why one cannot be read. */
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
      setProblem(describeError(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <Dialog title="Recording from an address" onClose={onClose}>
      <form onSubmit={submit} className={controls['label']}>
        <label className={controls['label']}>
          Address of an audio or video file
          <input
            className={controls['field']}
            value={text}
            data-first-focus
            placeholder={`${location.origin}/…`}
            onChange={(event) => setText(event.target.value)}
          />
        </label>
        <Problem text={problem} />
        <div className={controls['row']}>
          <Button kind="primary" type="submit" disabled={isBusy || text.trim() === ''}>
            Add
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
