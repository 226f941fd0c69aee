import type { Rule } from '#contract/providers.ts';
import { Button } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { CheckBox, Field } from '#ui/kit/field.tsx';
import page from '#ui/kit/page.module.css';
import { Select } from '#ui/kit/select.tsx';
import { providersText } from '#ui/messages/providers.ts';
import { NumberField } from './number-field.tsx';
import styles from './providers.module.css';
import { RuleKey, RuleNeeds } from './rule-when.tsx';
import { Targets } from './targets.tsx';

const MODES = ['only-local', 'prefer-local', 'prefer-remote', 'only-remote'] as const;
const TASKS = ['chat', 'embeddings', 'speech', 'rerank'] as const;
const REASONS = [
  'not-installed',
  'does-not-fit',
  'context',
  'unsupported-parameter',
  'queue>2',
  'eta>20s',
  'engine-error',
] as const;

interface RuleEditorProps {
  rule: Rule;
  destinations: { id: string; name: string }[];
  onChange: (rule: Rule) => void;
  onRemove: () => void;
  /** Null for the first. */
  onMoveUp: (() => void) | null;
}

/** Which requests a rule is for, and who answers them. */
export function RuleEditor({ rule, destinations, onChange, onRemove, onMoveUp }: RuleEditorProps) {
  const { when, mode, to, overflowOn, onBudget } = rule;
  const isRemote = mode !== 'only-local';
  return (
    <>
      <div className={page['grid']}>
        <Field
          label={providersText.pattern}
          hint={providersText.patternHint}
          spellCheck={false}
          defaultValue={when.model ?? '*'}
          onBlur={({ target: { value } }) => {
            const model = value.trim() || '*';
            if (model !== when.model) onChange({ ...rule, when: { ...when, model } });
          }}
        />
        <Select
          label={providersText.task}
          options={[
            { id: 'any', name: providersText.anyTask },
            ...TASKS.map((id) => ({ id, name: providersText[id] })),
          ]}
          value={when.task ?? 'any'}
          onChange={(id) => {
            const task = TASKS.find((one) => one === id);
            onChange({ ...rule, when: { ...when, task } });
          }}
        />
        <RuleKey when={when} onChange={(next) => onChange({ ...rule, when: next })} />
        <NumberField
          label={providersText.tokensOver}
          value={when.tokensOver}
          min={0}
          max={100_000_000}
          isOptional
          onChange={(tokensOver) => onChange({ ...rule, when: { ...when, tokensOver } })}
        />
        <Select
          label={providersText.mode}
          options={MODES.map((id) => ({ id, name: providersText[id] }))}
          value={mode}
          onChange={(next) => onChange(withTarget({ ...rule, mode: next }, destinations))}
        />
        {isRemote && (
          <Targets
            to={to}
            destinations={destinations}
            onChange={(next) => onChange({ ...rule, to: next })}
          />
        )}
        {isRemote && (
          <Select
            label={providersText.onBudget}
            options={(['refuse', 'local'] as const).map((id) => ({ id, name: providersText[id] }))}
            value={onBudget}
            onChange={(next) => onChange({ ...rule, onBudget: next })}
          />
        )}
      </div>
      <RuleNeeds when={when} onChange={(next) => onChange({ ...rule, when: next })} />
      {mode === 'prefer-local' && (
        <fieldset className={styles['reasons']}>
          <legend>{providersText.overflow}</legend>
          {REASONS.map((reason) => (
            <CheckBox
              key={reason}
              label={providersText[reason]}
              checked={overflowOn.includes(reason)}
              onChange={({ target: { checked } }) => {
                const others = overflowOn.filter((one) => one !== reason);
                onChange({ ...rule, overflowOn: checked ? [...others, reason] : others });
              }}
            />
          ))}
        </fieldset>
      )}
      <div className={controls['row']}>
        {onMoveUp && (
          <Button size="small" onClick={onMoveUp}>
            {providersText.moveUp}
          </Button>
        )}
        <Button size="small" kind="danger" onClick={onRemove}>
          {providersText.removeRule}
        </Button>
      </div>
    </>
  );
}

/** A rule that may leave this device names who it goes to. */
function withTarget(rule: Rule, [first]: { id: string }[]): Rule {
  const needs = rule.mode !== 'only-local' && rule.to.every((one) => one.startsWith('local:'));
  return needs && first ? { ...rule, to: [...rule.to, first.id] } : rule;
}
