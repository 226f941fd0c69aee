import type { Sampling } from '#storage/chat-records.ts';
import { Field } from '#ui/kit/field.tsx';
import { chatSettingsText } from '#ui/messages/chat-settings.ts';
import styles from './chat-settings.module.css';

interface SamplingFieldsProps {
  sampling: Sampling;
  onChange: (sampling: Sampling) => void;
}

type NumberName = Exclude<keyof Sampling, 'stop'>;

/** Maximum stop sequences of one request, the limit of `/v1`. */
const MAX_STOP = 4;

const FIELDS: readonly { name: NumberName; min?: number; max?: number; step: number }[] = [
  { name: 'temperature', min: 0, max: 1, step: 0.1 },
  { name: 'topP', min: 0, max: 1, step: 0.05 },
  { name: 'topK', min: 1, max: 100, step: 1 },
  { name: 'maxTokens', min: 1, step: 1 },
  { name: 'presencePenalty', min: -2, max: 2, step: 0.1 },
  { name: 'frequencyPenalty', min: -2, max: 2, step: 0.1 },
  { name: 'seed', step: 1 },
];

/** Sampling parameters. The model's defaults apply to empty fields. */
export function SamplingFields({ sampling, onChange }: SamplingFieldsProps) {
  function change(name: NumberName, text: string) {
    const { [name]: _, ...others } = sampling;
    const value = Number(text);
    onChange(text === '' || Number.isNaN(value) ? others : { ...others, [name]: value });
  }

  function changeStop(text: string) {
    const stop = text
      .split('|')
      .filter((s) => s !== '')
      .slice(0, MAX_STOP);
    const { stop: _, ...others } = sampling;
    onChange(stop.length > 0 ? { ...others, stop } : others);
  }

  return (
    <div className={styles['grid']}>
      {FIELDS.map(({ name, ...range }) => (
        <Field
          key={name}
          type="number"
          label={chatSettingsText[name]}
          placeholder={chatSettingsText.default}
          value={sampling[name] ?? ''}
          onChange={(event) => change(name, event.target.value)}
          {...range}
        />
      ))}
      <Field
        label={chatSettingsText.stop}
        placeholder={chatSettingsText.stopPlaceholder}
        value={(sampling.stop ?? []).join('|')}
        onChange={(event) => changeStop(event.target.value)}
      />
    </div>
  );
}
