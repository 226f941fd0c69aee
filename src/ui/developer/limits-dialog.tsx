import { useState } from 'react';
import type { KeyLimits } from '#contract/api-key.ts';
import { BOUNDARIES } from '#contract/boundary.ts';
import { Button } from '#ui/kit/button.tsx';
import { Dialog } from '#ui/kit/dialog.tsx';
import { CheckBox, Field } from '#ui/kit/field.tsx';
import { Select } from '#ui/kit/select.tsx';
import { developerText } from '#ui/messages/developer.ts';
import styles from './developer.module.css';

/** The limits of a key, each with the text of its value; its name is also the name of its label. */
export const LIMITS = [
  { name: 'requestsPerMinute', value: 'minuteLimit' },
  { name: 'requestsPerDay', value: 'dayLimit' },
  { name: 'tokensPerDay', value: 'tokenLimit' },
  { name: 'tokensPerMonth', value: 'monthLimit' },
] as const;

interface LimitsDialogProps {
  name: string;
  limits: KeyLimits;
  onSave: (limits: KeyLimits) => void;
  onClose: () => void;
}

/** What requests with a key may do, and how much of it. */
export function LimitsDialog({ name, limits, onSave, onClose }: LimitsDialogProps) {
  const [draft, setDraft] = useState<Omit<KeyLimits, 'isUnreadable'>>(() => {
    const { isUnreadable: _, ...known } = limits;
    return known;
  });

  function change(field: (typeof LIMITS)[number]['name'], text: string) {
    const { [field]: _, ...others } = draft;
    const value = Math.floor(Number(text));
    setDraft(text === '' || !(value > 0) ? others : { ...others, [field]: value });
  }

  return (
    <Dialog title={developerText.limitsOf(name)} onClose={onClose}>
      <form
        className={styles['fields']}
        onSubmit={(event) => {
          event.preventDefault();
          onSave(draft);
        }}
      >
        {LIMITS.map(({ name: field }) => (
          <Field
            key={field}
            label={developerText[field]}
            type="number"
            min={1}
            placeholder={developerText.noLimit}
            value={draft[field] ?? ''}
            onChange={(event) => change(field, event.target.value)}
          />
        ))}
        <Select
          label={developerText.boundary}
          options={BOUNDARIES.map((id) => ({ id, name: developerText[id] }))}
          value={draft.boundary ?? 'device'}
          onChange={(boundary) => setDraft({ ...draft, boundary })}
        />
        <CheckBox
          label={developerText.documents}
          checked={draft.documents === true}
          onChange={({ target }) => {
            const { documents: _, ...others } = draft;
            setDraft(target.checked ? { ...others, documents: true } : others);
          }}
        />
        <Button kind="primary" type="submit">
          {developerText.saveLimits}
        </Button>
      </form>
    </Dialog>
  );
}
