import { useState } from 'react';
import { Field } from '#ui/kit/field.tsx';
import { language } from '#ui/messages/catalogue.ts';
import { providersText } from '#ui/messages/providers.ts';

interface NumberFieldProps {
  label: string;
  /** Undefined for no limit. */
  value: number | undefined;
  min?: number;
  max?: number;
  /** Whether it may be left empty. */
  isOptional?: boolean;
  onChange: (value: number | undefined) => void;
}

/** A number that takes effect on blur; a value out of range stays, with an error message. */
export function NumberField(props: NumberFieldProps) {
  const { label, value, min = 1, max = 1e12, isOptional = false, onChange } = props;
  const [draft, setDraft] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);

  function apply() {
    if (draft === null) return;
    const next = draft.trim() === '' && isOptional ? undefined : Number(draft);
    const isWrong = next !== undefined && !(Number.isInteger(next) && next >= min && next <= max);
    if (isWrong || (next === undefined && !isOptional)) {
      const edges = [min, max].map((edge) => edge.toLocaleString(language()));
      setError(providersText.outOfRange(edges[0] ?? '', edges[1] ?? ''));
      return;
    }
    setError(null);
    setDraft(null);
    onChange(next);
  }

  return (
    <Field
      label={label}
      inputMode="numeric"
      placeholder={isOptional ? providersText.noLimit : ''}
      value={draft ?? value ?? ''}
      error={error}
      onChange={(event) => setDraft(event.target.value)}
      onBlur={apply}
    />
  );
}

interface MoneyFieldProps {
  label: string;
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}

/** An amount of money, written as text so that nothing is rounded; empty for none. */
export function MoneyField({ label, value, onChange }: MoneyFieldProps) {
  const [draft, setDraft] = useState<string | null>(null);
  const isWrong = draft !== null && draft !== '' && !/^\d{1,9}(\.\d{1,12})?$/.test(draft);
  return (
    <Field
      label={label}
      inputMode="decimal"
      placeholder={providersText.noLimit}
      value={draft ?? value ?? ''}
      error={isWrong ? providersText.amountProblem : null}
      onChange={(event) => setDraft(event.target.value.trim())}
      onBlur={() => {
        if (draft === null || isWrong) return;
        setDraft(null);
        onChange(draft === '' ? undefined : draft);
      }}
    />
  );
}
