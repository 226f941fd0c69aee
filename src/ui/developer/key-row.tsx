import { useState } from 'react';
import type { ApiKeyView, KeyLimits } from '#contract/api-key.ts';
import { Button } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { Dialog } from '#ui/kit/dialog.tsx';
import { formatCount, formatDay } from '#ui/kit/format.ts';
import { useServices } from '#ui/services.ts';
import { tryOrSay } from '#ui/state/toasts.ts';
import styles from './developer.module.css';

interface KeyRowProps {
  apiKey: ApiKeyView;
  onChanged: () => Promise<void>;
}

const LIMITS: readonly { name: keyof KeyLimits; label: string }[] = [
  { name: 'requestsPerMinute', label: 'Requests a minute' },
  { name: 'requestsPerDay', label: 'Requests a day' },
  { name: 'tokensPerDay', label: 'Tokens a day' },
];

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
      <td>{lastUsedAt === null ? 'Never' : formatDay(lastUsedAt, now)}</td>
      <td>{describeLimits(limits)}</td>
      <td>
        <div className={controls['row']}>
          <Button size="small" onClick={() => setOpen('limits')}>
            Limits
          </Button>
          <Button kind="danger" size="small" onClick={() => setOpen('revoke')}>
            Revoke
          </Button>
        </div>
        {open === 'limits' && (
          <LimitsDialog
            name={name}
            limits={limits}
            onSave={(next) => tryOrSay('The limits', save(next))}
            onClose={() => setOpen(null)}
          />
        )}
        {open === 'revoke' && (
          <Dialog title={`Revoke ${name}`} onClose={() => setOpen(null)}>
            <p>Whoever uses this key gets 401 from the next request on. This cannot be undone.</p>
            <div className={controls['row']}>
              <Button kind="danger" onClick={() => tryOrSay('The key', revoke())}>
                Revoke key
              </Button>
              <Button onClick={() => setOpen(null)}>Keep it</Button>
            </div>
          </Dialog>
        )}
      </td>
    </tr>
  );
}

function describeLimits(limits: KeyLimits): string {
  const parts = LIMITS.filter(({ name }) => limits[name] !== undefined).map(
    ({ name, label }) => `${formatCount(limits[name] ?? 0)} ${label.toLowerCase()}`,
  );
  return parts.length === 0 ? 'None' : parts.join(', ');
}

interface LimitsDialogProps {
  name: string;
  limits: KeyLimits;
  onSave: (limits: KeyLimits) => void;
  onClose: () => void;
}

function LimitsDialog({ name, limits, onSave, onClose }: LimitsDialogProps) {
  const [draft, setDraft] = useState<KeyLimits>(limits);

  function change(field: keyof KeyLimits, text: string) {
    const { [field]: _, ...others } = draft;
    const value = Math.floor(Number(text));
    setDraft(text === '' || !(value > 0) ? others : { ...others, [field]: value });
  }

  return (
    <Dialog title={`Limits of ${name}`} onClose={onClose}>
      <form
        className={styles['fields']}
        onSubmit={(event) => {
          event.preventDefault();
          onSave(draft);
        }}
      >
        {LIMITS.map(({ name: field, label }) => (
          <label key={field} className={controls['label']}>
            {label}
            <input
              type="number"
              min={1}
              className={controls['field']}
              placeholder="no limit"
              value={draft[field] ?? ''}
              onChange={(event) => change(field, event.target.value)}
            />
          </label>
        ))}
        <Button kind="primary" type="submit">
          Save limits
        </Button>
      </form>
    </Dialog>
  );
}
