import { Field } from '#ui/kit/field.tsx';
import page from '#ui/kit/page.module.css';
import type { TextField } from '#ui/kit/use-form.ts';
import { providersText } from '#ui/messages/providers.ts';
import styles from './providers.module.css';

const LIMITS = ['parallel', 'rpm', 'tokensPerDay', 'moneyPerDay'] as const;
const TIMES = ['firstTokenMs', 'silenceMs', 'totalMs', 'fails', 'withinS', 'coolDownS'] as const;
const OPTIONAL: ReadonlySet<string> = new Set(['rpm', 'tokensPerDay', 'moneyPerDay']);

interface LimitFieldsProps {
  field: (name: (typeof LIMITS | typeof TIMES)[number]) => TextField;
}

/** A provider's request limits, timeouts and circuit breaker. */
export function LimitFields({ field }: LimitFieldsProps) {
  const fields = [...LIMITS, ...TIMES].map((name) => ({ name, ...field(name) }));
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
