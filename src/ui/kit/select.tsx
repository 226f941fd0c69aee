import { ChevronDown } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import controls from './controls.module.css';

interface SelectProps<T extends string | number> {
  label: ReactNode;
  options: readonly { id: T; name: string }[];
  value: T;
  onChange: (value: T) => void;
  /** Whether the label is only read aloud; it has to be a string then. */
  isLabelHidden?: boolean;
  /** Whether the label is in the same line. */
  isInline?: boolean;
  /** Whether it has the focus when its dialog opens. */
  isFirst?: boolean;
  id?: string;
  className?: string | undefined;
}

/** Picks one of a few options by name. */
export function Select<T extends string | number>(props: SelectProps<T>) {
  const {
    label,
    options,
    value,
    onChange,
    isLabelHidden,
    isInline,
    isFirst = false,
    id,
    className,
  } = props;
  const ownId = useId();
  const selectId = id ?? ownId;
  // A model that was deleted, say: the first option would pass for the choice.
  const isGone = value !== '' && !options.some((option) => option.id === value);
  const select = (
    <span className={[controls['select'], className].filter(Boolean).join(' ')}>
      <select
        className={controls['field']}
        aria-label={isLabelHidden ? String(label) : undefined}
        data-first-focus={isFirst || undefined}
        id={selectId}
        value={value}
        onChange={(event) => {
          const chosen = options.find(({ id }) => String(id) === event.target.value);
          if (chosen) onChange(chosen.id);
        }}
      >
        {isGone && <option value={value}>{value}</option>}
        {options.map(({ id: value, name }) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
      <ChevronDown size={16} aria-hidden />
    </span>
  );
  if (isLabelHidden) return select;
  return (
    <div className={controls[isInline ? 'inline' : 'label']}>
      <label htmlFor={selectId}>{label}</label>
      {select}
    </div>
  );
}
