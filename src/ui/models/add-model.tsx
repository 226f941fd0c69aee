import { useState } from 'react';
import { Button } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { Field } from '#ui/kit/field.tsx';
import { Problem } from '#ui/kit/problem.tsx';
import { useForm } from '#ui/kit/use-form.ts';
import { modelsText } from '#ui/messages/models.ts';
import { useServices } from '#ui/services.ts';
import { beginDownload } from '#ui/state/catalog.ts';
import { describeError } from '#ui/state/describe-error.ts';
import styles from './downloads.module.css';

/** The form of a name on the hub, in every language. */
const NAME_FORM = 'owner/name';

/** Any model of the hub, by its name or the address of its page. */
export function AddModel() {
  const { control } = useServices();
  const [problem, setProblem] = useState<string | null>(null);
  const [added, setAdded] = useState<string | null>(null);
  const { values, isPending, change, field, form } = useForm({
    initial: { name: '' },
    save: async ({ name }) => {
      setProblem(null);
      setAdded(null);
      const id = await control((c) => c.addModel(name));
      await beginDownload(control, id);
      setAdded(id);
      change({ name: '' });
    },
    report: (work) => work.catch((error: unknown) => setProblem(describeError(error))),
  });
  return (
    <form className={styles['add']} {...form}>
      <Field
        label={modelsText.otherModel}
        {...field('name')}
        placeholder={NAME_FORM}
        spellCheck={false}
        autoComplete="off"
      />
      <Button type="submit" isPending={isPending} disabled={values.name.trim() === ''}>
        {isPending ? modelsText.checking : modelsText.checkAndDownload}
      </Button>
      <p className={controls['secondary']} role="status">
        {added !== null && modelsText.addedToDownloads(added)}
      </p>
      {problem !== null && <Problem text={problem} />}
    </form>
  );
}
