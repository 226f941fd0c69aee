import { z } from '#contract/zod.ts';
import { Button } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { Dialog } from '#ui/kit/dialog.tsx';
import { Field } from '#ui/kit/field.tsx';
import { useForm } from '#ui/kit/use-form.ts';
import { providersText } from '#ui/messages/providers.ts';
import { useServices } from '#ui/services.ts';
import { reportFailure } from '#ui/state/toasts.ts';
import styles from './providers.module.css';

const SCHEMA = z.object({ key: z.string().trim().min(1) });

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
  const save = async (secret: string | null) => {
    await control((c) => c.setProviderKey(id, secret));
    await onSaved();
    onClose();
  };
  const report = (work: Promise<unknown>) => reportFailure(providersText.notSaved, work);
  const { values, isPending, field, form } = useForm({
    schema: SCHEMA,
    initial: { key: '' },
    save: ({ key }) => save(key),
    report,
  });
  return (
    <Dialog title={providersText.keyOf(name)} onClose={onClose}>
      <form className={styles['form']} {...form}>
        <Field
          label={hasKey ? providersText.newKey : providersText.key}
          hint={providersText.keyHint}
          type="password"
          autoComplete="off"
          data-first-focus
          {...field('key')}
        />
        <div className={controls['row']}>
          <Button
            kind="primary"
            type="submit"
            isPending={isPending}
            disabled={values.key.trim() === ''}
          >
            {providersText.save}
          </Button>
          {hasKey && (
            <Button kind="danger" onClick={() => report(save(null))}>
              {providersText.removeKey}
            </Button>
          )}
        </div>
      </form>
    </Dialog>
  );
}
