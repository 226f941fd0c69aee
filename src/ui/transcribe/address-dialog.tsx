import { useState } from 'react';
import { Button } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { Dialog } from '#ui/kit/dialog.tsx';
import { Field } from '#ui/kit/field.tsx';
import { useForm } from '#ui/kit/use-form.ts';
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
    case 'offline_mode':
      return transcribeText.offlineMode;
    case 'other_site':
      return transcribeText.otherSite(fault.host);
    case 'status':
      return transcribeText.addressStatus(fault.status);
  }
}

/** Asks for the URL of a recording and shows why it cannot be read. */
export function AddressDialog({ onFile, onClose }: AddressDialogProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const { values, isPending, field, form } = useForm({
    initial: { address: '' },
    save: async ({ address }) => {
      setProblem(null);
      onFile(await readAddress(address));
      onClose();
    },
    report: (work) => work.catch((error: unknown) => setProblem(explain(error))),
  });
  const example = `${location.origin}/…`;
  return (
    <Dialog title={transcribeText.addressTitle} onClose={onClose}>
      <form className={controls['label']} {...form}>
        <Field
          label={transcribeText.address}
          {...field('address')}
          error={problem}
          data-first-focus
          placeholder={example}
        />
        <div className={controls['row']}>
          <Button
            kind="primary"
            type="submit"
            isPending={isPending}
            disabled={values.address.trim() === ''}
          >
            {transcribeText.add}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
