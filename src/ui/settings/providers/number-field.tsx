import { useState } from 'react';
import type { z } from '#contract/zod.ts';
import { Field } from '#ui/kit/field.tsx';
import { providersText } from '#ui/messages/providers.ts';
import { moneyText, optionalText, showAmount, wholeText } from './number-text.ts';

interface TypedFieldProps<T> {
  label: string;
  shown: string;
  schema: z.ZodType<T, string>;
  isOptional: boolean;
  onChange: (value: T) => void;
}

/** Takes effect on Enter and when it is left; a text that cannot be read stays, with an error message. */
function TypedField<T>({ label, shown, schema, isOptional, onChange }: TypedFieldProps<T>) {
  const [draft, setDraft] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);

  function apply() {
    if (draft === null) return;
    const read = schema.safeParse(draft);
    setError(read.error?.issues[0]?.message ?? null);
    if (!read.success) return;
    setDraft(null);
    onChange(read.data);
  }

  return (
    <Field
      label={label}
      inputMode="decimal"
      placeholder={isOptional ? providersText.noLimit : ''}
      value={draft ?? shown}
      error={error}
      onChange={(event) => setDraft(event.target.value)}
      onKeyDown={(event) => event.key === 'Enter' && apply()}
      onBlur={apply}
    />
  );
}

interface NumberFieldProps {
  label: string;
  /** Undefined for no limit. */
  value: number | undefined;
  min?: number;
  max: number;
  /** Whether it may be left empty. */
  isOptional?: boolean;
  onChange: (value: number | undefined) => void;
}

/** A whole number. */
export function NumberField(props: NumberFieldProps) {
  const { label, value, min = 1, max, isOptional = false, onChange } = props;
  const whole = wholeText(min, max);
  return (
    <TypedField<number | undefined>
      label={label}
      shown={String(value ?? '')}
      schema={isOptional ? optionalText(whole) : whole}
      isOptional={isOptional}
      onChange={onChange}
    />
  );
}

interface MoneyFieldProps {
  label: string;
  value: string;
  onChange: (value: string | undefined) => void;
}

const OPTIONAL_MONEY = optionalText(moneyText);

/** An amount of money, written as text so that nothing is rounded; empty for none. */
export function MoneyField({ label, value, onChange }: MoneyFieldProps) {
  return (
    <TypedField
      label={label}
      shown={showAmount(value)}
      schema={OPTIONAL_MONEY}
      isOptional
      onChange={onChange}
    />
  );
}
