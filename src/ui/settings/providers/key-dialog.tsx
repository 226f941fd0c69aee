import { type FormEvent, useState } from 'react';
import { Button } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { Dialog } from '#ui/kit/dialog.tsx';
import { Field } from '#ui/kit/field.tsx';
import { providersText } from '#ui/messages/providers.ts';
import { useServices } from '#ui/services.ts';
import { reportFailure } from '#ui/state/toasts.ts';
import styles from './providers.module.css';

interface KeyDialogProps {
  id: string;
  name: string;
  hasKey: boolean;
  onClose: () => void;
  onSaved: () => Promise<void>;
}

/** The person's own key for a provider that the deployment offers. */
export function KeyDialog({ id, name, hasKey, onClose, onSaved }: KeyDialogProps) {
  const { control } = useServices();
  const [key, setKey] = useState('');
  const save = (secret: string | null) => {
    const work = control((c) => c.setProviderKey(id, secret)).then(onSaved);
    reportFailure(providersText.notSaved, work.then(onClose));
  };
  return (
    <Dialog title={providersText.keyOf(name)} onClose={onClose}>
      <form
        className={styles['form']}
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          save(key.trim());
        }}
      >
        <Field
          label={hasKey ? providersText.newKey : providersText.key}
          hint={providersText.keyHint}
          type="password"
          autoComplete="off"
          data-first-focus
          value={key}
          onChange={(event) => setKey(event.target.value)}
        />
        <div className={controls['row']}>
          <Button kind="primary" type="submit" disabled={key.trim() === ''}>
            {providersText.save}
          </Button>
          {hasKey && (
            <Button kind="danger" onClick={() => save(null)}>
              {providersText.removeKey}
            </Button>
          )}
        </div>
      </form>
    </Dialog>
  );
}
