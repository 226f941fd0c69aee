import { type FormEvent, useState } from 'react';
import type { RemoteModel } from '#contract/providers.ts';
import { Button } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { Field } from '#ui/kit/field.tsx';
import { providersText } from '#ui/messages/providers.ts';
import { toModel } from './empty-provider.ts';
import { ModelEditor } from './model-editor.tsx';
import styles from './providers.module.css';

interface ProviderModelsProps {
  models: readonly RemoteModel[];
  /** Whether the deployment defines them. */
  isFixed: boolean;
  onChange: (models: RemoteModel[]) => void;
}

/** A provider's models with their tasks and abilities. */
export function ProviderModels({ models, isFixed, onChange }: ProviderModelsProps) {
  const [name, setName] = useState('');

  function add(event: FormEvent) {
    event.preventDefault();
    const ids = models.map(({ id }) => id);
    onChange([...models, toModel({ id: name.trim(), context: null }, ids)]);
    setName('');
  }

  const isNew = /^[^\s\p{C}]+$/u.test(name) && !models.some(({ remote }) => remote === name);
  return (
    <details className={styles['more']}>
      <summary>{providersText.modelCount(models.length)}</summary>
      {models.length === 0 && <p>{providersText.noModels}</p>}
      <ul className={styles['models']} aria-label={providersText.models}>
        {models.map((model, at) => (
          <li key={model.id}>
            <ModelEditor
              model={model}
              isFixed={isFixed}
              onChange={(next) => onChange(models.map((one, i) => (i === at ? next : one)))}
              onRemove={() => onChange(models.filter((_, i) => i !== at))}
            />
          </li>
        ))}
      </ul>
      {!isFixed && (
        <form className={controls['row']} onSubmit={add}>
          <Field
            label={providersText.modelName}
            maxLength={200}
            spellCheck={false}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
          <Button type="submit" disabled={!isNew}>
            {providersText.addModel}
          </Button>
        </form>
      )}
    </details>
  );
}
