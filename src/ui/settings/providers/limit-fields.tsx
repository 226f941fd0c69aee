import { Field } from '#ui/kit/field.tsx';
import page from '#ui/kit/page.module.css';
import type { TextField } from '#ui/kit/use-form.ts';
import { providersText } from '#ui/messages/providers.ts';
import { LIMIT_FIELDS } from './provider-draft.ts';
import styles from './providers.module.css';

type Groups = typeof LIMIT_FIELDS;
type LimitName = { [Group in keyof Groups]: keyof Groups[Group] }[keyof Groups];

const NAMES = Object.values(LIMIT_FIELDS).flatMap((group) => Object.keys(group)) as LimitName[];
const OPTIONAL: ReadonlySet<LimitName> = new Set(['rpm', 'tokensPerDay', 'moneyPerDay']);

interface LimitFieldsProps {
  field: (name: LimitName) => TextField;
}

/** A provider's request limits, timeouts and circuit breaker. */
export function LimitFields({ field }: LimitFieldsProps) {
  const fields = NAMES.map((name) => ({ name, ...field(name) }));
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
            placeholder={OPTIONAL.has(name) ? providersText.noLimit : ''}
            {...rest}
          />
        ))}
      </div>
    </details>
  );
}
