import { useState } from 'react';
import type { ApiKeyView, KeyLimits } from '#contract/api-key.ts';
import { BOUNDARIES } from '#contract/boundary.ts';
import { Button } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { Dialog } from '#ui/kit/dialog.tsx';
import { Field } from '#ui/kit/field.tsx';
import { formatDay } from '#ui/kit/format.ts';
import { Select } from '#ui/kit/select.tsx';
import { developerText } from '#ui/messages/developer.ts';
import { useServices } from '#ui/services.ts';
import { tryOrSay } from '#ui/state/toasts.ts';
import styles from './developer.module.css';

interface KeyRowProps {
  apiKey: ApiKeyView;
  onChanged: () => Promise<void>;
}

/** The limits of a key, each with the text of its value; its name is also the name of its label. */
const LIMITS = [
  { name: 'requestsPerMinute', value: 'minuteLimit' },
  { name: 'requestsPerDay', value: 'dayLimit' },
  { name: 'tokensPerDay', value: 'tokenLimit' },
] as const;

export function KeyRow({ apiKey, onChanged }: KeyRowProps) {
  const { control } = useServices();
  const [open, setOpen] = useState<'limits' | 'revoke' | null>(null);
  const { id, name, prefix, createdAt, lastUsedAt, limits } = apiKey;
  const now = Date.now();

  async function revoke() {
    setOpen(null);
    await control((c) => c.revokeApiKey(id));
    await onChanged();
  }

  async function save(next: KeyLimits) {
    setOpen(null);
    await control((c) => c.setApiKeyLimits(id, next));
    await onChanged();
  }

  return (
    <tr>
      <td>{name}</td>
      <td>
        <code>{prefix}…</code>
      </td>
      <td>{formatDay(createdAt, now)}</td>
      <td>{lastUsedAt === null ? developerText.never : formatDay(lastUsedAt, now)}</td>
      <td>{describeLimits(limits)}</td>
      <td>
        <div className={controls['row']}>
          <Button size="small" onClick={() => setOpen('limits')}>
            {developerText.limits}
          </Button>
          <Button kind="danger" size="small" onClick={() => setOpen('revoke')}>
            {developerText.revoke}
          </Button>
        </div>
        {open === 'limits' && (
          <LimitsDialog
            name={name}
            limits={limits}
            onSave={(next) => tryOrSay(developerText.limitsNotSaved, save(next))}
            onClose={() => setOpen(null)}
          />
        )}
        {open === 'revoke' && (
          <Dialog title={developerText.revokeName(name)} onClose={() => setOpen(null)}>
            <p>{developerText.revokeWarning}</p>
            <div className={controls['row']}>
              <Button kind="danger" onClick={() => tryOrSay(developerText.keyNotRevoked, revoke())}>
                {developerText.revokeKey}
              </Button>
              <Button onClick={() => setOpen(null)}>{developerText.cancel}</Button>
            </div>
          </Dialog>
        )}
      </td>
    </tr>
  );
}

function describeLimits(limits: KeyLimits): string {
  if (limits.isUnreadable) return developerText.unreadableLimits;
  const parts = LIMITS.flatMap(({ name, value }) => {
    const limit = limits[name];
    return limit === undefined ? [] : [developerText[value](limit)];
  });
  return parts.length === 0 ? developerText.noLimits : parts.join(', ');
}

interface LimitsDialogProps {
  name: string;
  limits: KeyLimits;
  onSave: (limits: KeyLimits) => void;
  onClose: () => void;
}

function LimitsDialog({ name, limits, onSave, onClose }: LimitsDialogProps) {
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
        <Button kind="primary" type="submit">
          {developerText.saveLimits}
        </Button>
      </form>
    </Dialog>
  );
}
