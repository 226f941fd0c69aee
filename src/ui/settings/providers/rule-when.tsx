import type { Rule } from '#contract/providers.ts';
import { CheckBox } from '#ui/kit/field.tsx';
import { Select } from '#ui/kit/select.tsx';
import { useAsync } from '#ui/kit/use-async.ts';
import { providersText } from '#ui/messages/providers.ts';
import { useServices } from '#ui/services.ts';
import styles from './providers.module.css';

type When = Rule['when'];

const NEEDS = ['images', 'audio', 'tools', 'json_schema', 'logprobs'] as const;
/** Id of the keys of the app's own pages. */
const APP = 'session';
const ANY = '*';

interface WhenProps {
  when: When;
  onChange: (when: When) => void;
}

/** The requests that a rule applies to: all, the app's own, or a key's. */
export function RuleKey({ when, onChange }: WhenProps) {
  const { control } = useServices();
  const { value } = useAsync(() => control((c) => c.listApiKeys()));
  const keys = value ?? [];
  const { key = ANY } = when;
  const options = [
    { id: ANY, name: providersText.anyKey },
    { id: APP, name: providersText.thisApp },
    ...keys.map(({ id, name }) => ({ id, name })),
  ];
  // A key that was revoked, or is of another browser.
  if (!options.some(({ id }) => id === key)) options.push({ id: key, name: key });
  return (
    <Select
      label={providersText.requestsOf}
      options={options}
      value={key}
      onChange={(id) => onChange({ ...when, key: id === ANY ? undefined : id })}
    />
  );
}

/** What requests must contain for a rule to be for them. */
export function RuleNeeds({ when, onChange }: WhenProps) {
  const { needs = [] } = when;
  return (
    <fieldset className={styles['reasons']}>
      <legend>{providersText.onlyWith}</legend>
      {NEEDS.map((need) => (
        <CheckBox
          key={need}
          label={providersText[need]}
          checked={needs.includes(need)}
          onChange={({ target: { checked } }) => {
            const others = needs.filter((one) => one !== need);
            const next = checked ? [...others, need] : others;
            onChange({ ...when, needs: next.length > 0 ? next : undefined });
          }}
        />
      ))}
    </fieldset>
  );
}
