import { Field } from '#ui/kit/field.tsx';
import page from '#ui/kit/page.module.css';
import type { TextField } from '#ui/kit/use-form.ts';
import { providersText } from '#ui/messages/providers.ts';
import { isOptional, LIMIT_NAMES, type LimitName } from './provider-draft.ts';
import styles from './providers.module.css';

interface LimitFieldsProps {
  field: (name: LimitName) => TextField;
}

/** A provider's request limits, timeouts and circuit breaker. */
export function LimitFields({ field }: LimitFieldsProps) {
  const fields = LIMIT_NAMES.map((name) => ({ name, ...field(name) }));
  return (
    // An error in it is seen.
    <details className={styles['more']} open={fields.some(({ error }) => error) || undefined}>
      <summary>{providersText.limits}</summary>
      <div className={page['grid']}>
        {fields.map(({ name, ...rest }) => (
          <Field
            key={name}
            label={providersText[name]}
            inputMode="decimal"
            placeholder={isOptional(name) ? providersText.noLimit : ''}
            {...rest}
          />
        ))}
      </div>
    </details>
  );
}
