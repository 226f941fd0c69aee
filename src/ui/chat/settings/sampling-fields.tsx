import type { Sampling } from '#storage/chat-records.ts';
import controls from '#ui/kit/controls.module.css';
import styles from './chat-settings.module.css';

interface SamplingFieldsProps {
  sampling: Sampling;
  onChange: (sampling: Sampling) => void;
}

type NumberName = Exclude<keyof Sampling, 'stop'>;

const FIELDS: readonly {
  name: NumberName;
  label: string;
  min?: number;
  max?: number;
  step: number;
}[] = [
  { name: 'temperature', label: 'Temperature', min: 0, max: 1, step: 0.1 },
  { name: 'topP', label: 'Top P', min: 0, max: 1, step: 0.05 },
  { name: 'topK', label: 'Top K', min: 1, max: 100, step: 1 },
  { name: 'maxTokens', label: 'Longest answer, tokens', min: 1, step: 1 },
  { name: 'presencePenalty', label: 'Presence penalty', min: -2, max: 2, step: 0.1 },
  { name: 'frequencyPenalty', label: 'Frequency penalty', min: -2, max: 2, step: 0.1 },
  { name: 'seed', label: 'Seed', step: 1 },
];

/** Empty fields are left to the model. */
export function SamplingFields({ sampling, onChange }: SamplingFieldsProps) {
  function change(name: NumberName, text: string) {
    const { [name]: _, ...others } = sampling;
    const value = Number(text);
    onChange(text === '' || Number.isNaN(value) ? others : { ...others, [name]: value });
  }

  return (
    <div className={styles['grid']}>
      {FIELDS.map(({ name, label, ...range }) => (
        <label key={name} className={controls['label']}>
          {label}
          <input
            type="number"
            className={controls['field']}
            placeholder="default"
            value={sampling[name] ?? ''}
            onChange={(event) => change(name, event.target.value)}
            {...range}
          />
        </label>
      ))}
      <label className={controls['label']}>
        Stop at
        <input
          className={controls['field']}
          placeholder="words, parted by |"
          value={(sampling.stop ?? []).join('|')}
          onChange={(event) => {
            const stop = event.target.value
              .split('|')
              .filter((s) => s !== '')
              .slice(0, 4);
            const { stop: _, ...others } = sampling;
            onChange(stop.length > 0 ? { ...others, stop } : others);
          }}
        />
      </label>
    </div>
  );
}
