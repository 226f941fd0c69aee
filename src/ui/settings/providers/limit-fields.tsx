import type { Provider } from '#contract/providers.ts';
import page from '#ui/kit/page.module.css';
import { providersText } from '#ui/messages/providers.ts';
import { MoneyField, NumberField } from './number-field.tsx';
import styles from './providers.module.css';

interface LimitFieldsProps {
  draft: Provider;
  onChange: (fields: Partial<Provider>) => void;
}

const DAY_S = 86_400;

/** A provider's request limits, timeouts and circuit breaker. */
export function LimitFields({ draft, onChange }: LimitFieldsProps) {
  const { limits, timeouts, breaker } = draft;
  const limit = (name: 'rpm' | 'tokensPerDay') => (
    <NumberField
      label={providersText[name]}
      value={limits[name]}
      isOptional
      {...(name === 'rpm' && { max: 1_000_000 })}
      onChange={(value) => onChange({ limits: { ...limits, [name]: value } })}
    />
  );
  const seconds = (name: keyof Provider['timeouts']) => (
    <NumberField
      label={providersText[name]}
      value={timeouts[name] / 1_000}
      max={DAY_S}
      onChange={(value = 1) => onChange({ timeouts: { ...timeouts, [name]: value * 1_000 } })}
    />
  );
  const count = (name: keyof Provider['breaker'], max: number) => (
    <NumberField
      label={providersText[name]}
      value={breaker[name]}
      max={max}
      onChange={(value = 1) => onChange({ breaker: { ...breaker, [name]: value } })}
    />
  );
  return (
    <details className={styles['more']}>
      <summary>{providersText.limits}</summary>
      <div className={page['grid']}>
        <NumberField
          label={providersText.parallel}
          value={limits.parallel}
          max={1_000}
          onChange={(parallel = 6) => onChange({ limits: { ...limits, parallel } })}
        />
        {limit('rpm')}
        {limit('tokensPerDay')}
        <MoneyField
          label={providersText.moneyPerDay}
          value={limits.moneyPerDay}
          onChange={(moneyPerDay) => onChange({ limits: { ...limits, moneyPerDay } })}
        />
        {seconds('firstTokenMs')}
        {seconds('silenceMs')}
        {seconds('totalMs')}
        {count('fails', 1_000)}
        {count('withinS', DAY_S)}
        {count('coolDownS', DAY_S)}
      </div>
    </details>
  );
}
