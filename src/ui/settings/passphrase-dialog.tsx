import { useState } from 'react';
import { z } from '#contract/zod.ts';
import { MIN_PASSPHRASE } from '#storage/backup/format.ts';
import { Button } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { Dialog } from '#ui/kit/dialog.tsx';
import { Field } from '#ui/kit/field.tsx';
import { type TextField, useForm } from '#ui/kit/use-form.ts';
import { backupsText } from '#ui/messages/backups.ts';
import styles from './backups.module.css';
import { type Question, startExport, useTransfer } from './transfer.ts';

/** A passphrase that is typed twice. */
export const newPassphrase = () =>
  z
    .object({
      passphrase: z.string().min(MIN_PASSPHRASE, backupsText.tooShort(String(MIN_PASSPHRASE))),
      repeated: z.string(),
    })
    .refine(({ passphrase, repeated }) => passphrase === repeated, {
      path: ['repeated'],
      error: backupsText.notTheSame,
    });

export const NO_PASSPHRASE = { passphrase: '', repeated: '' };

/** Two fields for a new passphrase, with what a person has to know of it. */
export function NewPassphrase({
  field,
}: {
  field: (name: 'passphrase' | 'repeated') => TextField;
}) {
  return (
    <>
      <p className={controls['secondary']}>{backupsText.aboutPassphrase}</p>
      <Field
        label={backupsText.passphrase}
        type="password"
        autoComplete="new-password"
        data-first-focus
        {...field('passphrase')}
      />
      <Field
        label={backupsText.repeat}
        type="password"
        autoComplete="new-password"
        {...field('repeated')}
      />
    </>
  );
}

/** Asks for a new passphrase and exports everything under it. */
export function ExportDialog({ onClose }: { onClose: () => void }) {
  const { field, form } = useForm({
    schema: newPassphrase(),
    initial: NO_PASSPHRASE,
    save: async ({ passphrase }) => {
      onClose();
      await startExport(passphrase);
    },
    report: () => {},
  });
  return (
    <Dialog title={backupsText.encryptedTitle} onClose={onClose}>
      <form className={styles['form']} {...form}>
        <NewPassphrase field={field} />
        <div className={controls['row']}>
          <Button kind="primary" type="submit">
            {backupsText.export}
          </Button>
          <Button onClick={onClose}>{backupsText.cancel}</Button>
        </div>
      </form>
    </Dialog>
  );
}

/** Asks for the passphrase of a file that is being imported, as often as it is wrong. */
export function PassphraseQuestion() {
  const question = useTransfer((state) => state.question);
  // Gone with its question, and the typed passphrase with it.
  return question && <PassphraseForm {...question} />;
}

function PassphraseForm({ name, isWrong, answer }: Question) {
  const [passphrase, setPassphrase] = useState('');
  const give = (text: string | null) => {
    setPassphrase('');
    answer(text);
  };
  return (
    <Dialog title={backupsText.openTitle} onClose={() => give(null)}>
      <form
        className={styles['form']}
        onSubmit={(event) => {
          event.preventDefault();
          if (passphrase !== '') give(passphrase);
        }}
      >
        <p>{backupsText.openAbout(name)}</p>
        <Field
          label={backupsText.passphrase}
          type="password"
          autoComplete="current-password"
          data-first-focus
          value={passphrase}
          error={isWrong && passphrase === '' ? backupsText.wrong : null}
          onChange={({ target }) => setPassphrase(target.value)}
        />
        <div className={controls['row']}>
          <Button kind="primary" type="submit" disabled={passphrase === ''}>
            {backupsText.open}
          </Button>
          <Button onClick={() => give(null)}>{backupsText.cancel}</Button>
        </div>
      </form>
    </Dialog>
  );
}
