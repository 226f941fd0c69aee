import { useRef, useState } from 'react';
import type { Rule } from '#contract/providers.ts';
import type { ProviderView } from '#transport/provider-control.ts';
import { Button } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { providersText } from '#ui/messages/providers.ts';
import { useServices } from '#ui/services.ts';
import { reportFailure } from '#ui/state/toasts.ts';
import styles from './providers.module.css';
import { RuleEditor } from './rule-editor.tsx';

interface RulesEditorProps {
  rules: readonly Rule[];
  providers: readonly ProviderView[];
  onChanged: () => Promise<void>;
}

/** Which requests may go where, the first match first. */
export function RulesEditor({ rules: stored, providers, onChanged }: RulesEditorProps) {
  const { rules, save } = useRules(stored, onChanged);
  const destinations = providers.flatMap(({ config }) => [
    { id: `${config.id}:*`, name: `${config.name}: ${providersText.sameModel}` },
    ...config.models.map(({ id }) => ({ id: `${config.id}:${id}`, name: `${config.name}: ${id}` })),
  ]);
  const add = () => {
    const rule: Rule = {
      when: { model: '*' },
      mode: 'only-local',
      to: [],
      overflowOn: [],
      onBudget: 'refuse',
    };
    save([...rules, rule]);
  };
  return (
    <>
      <h3>{providersText.rules}</h3>
      <p className={controls['secondary']}>{providersText.aboutRules}</p>
      <ol className={styles['rules']} aria-label={providersText.rules}>
        {rules.map((rule, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rules have no other identity than their place.
          <li key={`${at}/${rules.length}`}>
            <RuleEditor
              rule={rule}
              destinations={destinations}
              onChange={(next) => save(rules.map((one, i) => (i === at ? next : one)))}
              onRemove={() => save(rules.filter((_, i) => i !== at))}
              onMoveUp={at === 0 ? null : () => save(moveUp(rules, at))}
            />
          </li>
        ))}
      </ol>
      <div className={controls['row']}>
        <Button onClick={add}>{providersText.addRule}</Button>
      </div>
    </>
  );
}

/** The rules as they were last changed: the next change adds to it, and does not wait until it is stored. */
function useRules(stored: readonly Rule[], onChanged: () => Promise<void>) {
  const { control } = useServices();
  const [changed, setChanged] = useState<readonly Rule[] | null>(null);
  const last = useRef(Promise.resolve());
  const save = (next: readonly Rule[]) => {
    setChanged(next);
    const work = last.current.then(() => control((c) => c.saveRules(next))).then(onChanged);
    // What could not be stored is not shown as if it were.
    const settled = work
      .catch(() => {})
      .then(() => {
        if (last.current === settled) setChanged(null);
      });
    last.current = settled;
    reportFailure(providersText.rulesNotSaved, work);
  };
  return { rules: changed ?? stored, save };
}

function moveUp(rules: readonly Rule[], at: number): Rule[] {
  const moved = [...rules];
  moved.splice(at - 1, 0, ...moved.splice(at, 1));
  return moved;
}
