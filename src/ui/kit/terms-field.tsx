import { useState } from 'react';
import { TextArea } from './field.tsx';

/** As many terms, and characters of one, as `/v1` accepts. */
const MAX_TERMS = 300;
const MAX_TERM = 100;

interface TermsFieldProps {
  label: string;
  hint: string;
  value: readonly string[];
  onChange: (terms: string[]) => void;
}

/** A list of names and terms, one a line. The text is not put in order before the field is left. */
export function TermsField({ label, hint, value, onChange }: TermsFieldProps) {
  const [draft, setDraft] = useState<string | null>(null);
  return (
    <TextArea
      label={label}
      hint={hint}
      rows={3}
      dir="auto"
      spellCheck={false}
      value={draft ?? value.join('\n')}
      onChange={({ target }) => {
        setDraft(target.value);
        onChange(termsOf(target.value));
      }}
      onBlur={() => setDraft(null)}
    />
  );
}

/** The terms of a text, each once: between line ends, commas or semicolons. */
export function termsOf(text: string): string[] {
  const terms = text.split(/[\n,;]/).map((term) => term.trim().slice(0, MAX_TERM).trim());
  return [...new Set(terms.filter((term) => term !== ''))].slice(0, MAX_TERMS);
}
