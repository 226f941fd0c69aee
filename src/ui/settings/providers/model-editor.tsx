import type { RemoteModel } from '#contract/providers.ts';
import { Button } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { CheckBox } from '#ui/kit/field.tsx';
import { formatCount } from '#ui/kit/format.ts';
import page from '#ui/kit/page.module.css';
import { Select } from '#ui/kit/select.tsx';
import { providersText } from '#ui/messages/providers.ts';
import { MoneyField, NumberField } from './number-field.tsx';
import styles from './providers.module.css';

const TASKS = ['chat', 'embeddings', 'speech', 'rerank'] as const;
const ABILITIES: Readonly<Record<RemoteModel['task'], readonly RemoteModel['can'][number][]>> = {
  chat: [
    'tools',
    'json_schema',
    'images',
    'audio',
    'logprobs',
    'max_completion_tokens',
    'no_streaming',
  ],
  speech: ['timestamps', 'words', 'translation'],
  embeddings: [],
  rerank: [],
};

interface ModelEditorProps {
  model: RemoteModel;
  isFixed: boolean;
  onChange: (model: RemoteModel) => void;
  onRemove: () => void;
}

/** One model of a provider: its task, limits, prices and abilities. */
export function ModelEditor({ model, isFixed, onChange, onRemove }: ModelEditorProps) {
  const { id, remote, task, context, maxOutput, can, price } = model;
  const change = (fields: Partial<RemoteModel>) => onChange({ ...model, ...fields });
  const facts = [providersText[task], providersText.contextOf(formatCount(context))];
  const priceField = (name: 'prompt' | 'completion', label: string) => (
    <MoneyField
      label={label}
      value={perMillion(price[name])}
      onChange={(value = '0') => change({ price: { ...price, [name]: perToken(value) } })}
    />
  );
  return (
    <details className={styles['model']}>
      <summary>
        <code>{id}</code> <span className={controls['secondary']}>{facts.join(' · ')}</span>
      </summary>
      <p className={controls['secondary']}>{providersText.asksFor(remote)}</p>
      <fieldset disabled={isFixed} className={styles['fields']}>
        <div className={page['grid']}>
          <Select
            label={providersText.task}
            options={TASKS.map((one) => ({ id: one, name: providersText[one] }))}
            value={task}
            onChange={(next) => change({ task: next, can: [] })}
          />
          <NumberField
            label={providersText.contextTokens}
            value={context}
            max={100_000_000}
            onChange={(value = context) => change({ context: value })}
          />
          {task === 'chat' && (
            <NumberField
              label={providersText.maxOutput}
              value={maxOutput}
              max={10_000_000}
              onChange={(value = maxOutput) => change({ maxOutput: value })}
            />
          )}
          {priceField('prompt', providersText.promptPrice)}
          {task === 'chat' && priceField('completion', providersText.completionPrice)}
        </div>
        <div className={controls['fieldset']}>
          {ABILITIES[task].map((ability) => (
            <CheckBox
              key={ability}
              label={providersText[ability]}
              checked={can.includes(ability)}
              onChange={({ target }) => {
                const others = can.filter((one) => one !== ability);
                change({ can: target.checked ? [...others, ability] : others });
              }}
            />
          ))}
        </div>
        <Button size="small" kind="danger" onClick={onRemove}>
          {providersText.removeModel(id)}
        </Button>
      </fieldset>
    </details>
  );
}

const PLACES = 6;
/** Digits after the point that a price may have. */
const DIGITS = 12;

/** A price of one token as that of a million, both as text: no digit is lost on the way. */
export function perMillion(price: string): string {
  const [whole = '0', fraction = ''] = price.split('.');
  const moved = fraction.padEnd(PLACES, '0');
  return tidy(whole + moved.slice(0, PLACES), moved.slice(PLACES));
}

/** The reverse. Digits beyond the twelfth of one token are dropped. */
export function perToken(price: string): string {
  const [whole = '0', fraction = ''] = price.split('.');
  const moved = whole.padStart(PLACES + 1, '0');
  const tail = moved.slice(-PLACES) + fraction;
  return tidy(moved.slice(0, -PLACES), tail.slice(0, DIGITS));
}

function tidy(whole: string, fraction: string): string {
  const left = whole.replace(/^0+(?=\d)/, '');
  const right = fraction.replace(/0+$/, '');
  return right === '' ? left : `${left}.${right}`;
}
