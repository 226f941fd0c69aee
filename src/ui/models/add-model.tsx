import { type FormEvent, useState } from 'react';
import { Button } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { Field } from '#ui/kit/field.tsx';
import { Problem } from '#ui/kit/problem.tsx';
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
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [added, setAdded] = useState<string | null>(null);
  const [isAsking, setAsking] = useState(false);
  async function add(event: FormEvent) {
    event.preventDefault();
    setAsking(true);
    setProblem(null);
    setAdded(null);
    try {
      const id = await control((c) => c.addModel(name));
      await beginDownload(control, id);
      setAdded(id);
      setName('');
    } catch (error) {
      setProblem(describeError(error));
    } finally {
      setAsking(false);
    }
  }
  return (
    <form className={styles['add']} onSubmit={add}>
      <Field
        label={modelsText.otherModel}
        value={name}
        placeholder={NAME_FORM}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => setName(event.target.value)}
      />
      <Button type="submit" disabled={isAsking || name.trim() === ''}>
        {isAsking ? modelsText.checking : modelsText.checkAndDownload}
      </Button>
      <p className={controls['secondary']} role="status">
        {added !== null && modelsText.addedToDownloads(added)}
      </p>
      {problem !== null && <Problem text={problem} />}
    </form>
  );
}
