import type { Rule } from '#contract/providers.ts';
import type { ProviderView } from '#transport/provider-control.ts';
import { Button } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { providersText } from '#ui/messages/providers.ts';
import { useServices } from '#ui/services.ts';
import { tryOrSay } from '#ui/state/toasts.ts';
import styles from './providers.module.css';
import { RuleEditor } from './rule-editor.tsx';

interface RulesEditorProps {
  rules: readonly Rule[];
  providers: readonly ProviderView[];
  onChanged: () => Promise<void>;
}

/** Which requests may go where, the first match first. */
export function RulesEditor({ rules, providers, onChanged }: RulesEditorProps) {
  const { control } = useServices();
  const save = (next: readonly Rule[]) => {
    const work = control((c) => c.saveRules(next)).then(onChanged);
    tryOrSay(providersText.rulesNotSaved, work);
  };
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

function moveUp(rules: readonly Rule[], at: number): Rule[] {
  const moved = [...rules];
  moved.splice(at - 1, 0, ...moved.splice(at, 1));
  return moved;
}
