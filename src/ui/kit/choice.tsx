import type { ReactNode } from 'react';
import controls from './controls.module.css';

interface ChoiceProps<T extends string | number> {
  label: ReactNode;
  options: readonly { id: T; name: string }[];
  value: T;
  onChange: (value: T) => void;
  /** Whether it has the focus when its dialog opens. */
  isFirst?: boolean;
  id?: string;
}

/** One of a few things, by name. */
export function Choice<T extends string | number>(props: ChoiceProps<T>) {
  const { label, options, value, onChange, isFirst = false, id } = props;
  return (
    <label className={controls['label']}>
      {label}
      <select
        className={controls['field']}
        data-first-focus={isFirst || undefined}
        id={id}
        value={value}
        onChange={(event) => {
          const chosen = options.find(({ id }) => String(id) === event.target.value);
          if (chosen) onChange(chosen.id);
        }}
      >
        {options.map(({ id: value, name }) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
