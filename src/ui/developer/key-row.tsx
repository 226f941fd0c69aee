import { useState } from 'react';
import type { ApiKeyView, KeyLimits } from '#contract/api-key.ts';
import { Button } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { Dialog } from '#ui/kit/dialog.tsx';
import { formatDay } from '#ui/kit/format.ts';
import { developerText } from '#ui/messages/developer.ts';
import { useServices } from '#ui/services.ts';
import { reportFailure } from '#ui/state/toasts.ts';
import { LIMITS, LimitsDialog } from './limits-dialog.tsx';

/** How long a site is connected, in the column of the key that it does not have. */
const SITES = { once: 'siteOnce', session: 'siteSession', always: 'site' } as const;

interface KeyRowProps {
  apiKey: ApiKeyView;
  onChanged: () => Promise<void>;
}

export function KeyRow({ apiKey, onChanged }: KeyRowProps) {
  const { control } = useServices();
  const [open, setOpen] = useState<'limits' | 'revoke' | null>(null);
  const { id, name, prefix, createdAt, lastUsedAt, limits, origin, lasts } = apiKey;
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
        {origin === undefined ? <code>{prefix}…</code> : developerText[SITES[lasts ?? 'always']]}
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
            onSave={(next) => reportFailure(developerText.limitsNotSaved, save(next))}
            onClose={() => setOpen(null)}
          />
        )}
        {open === 'revoke' && (
          <Dialog title={developerText.revokeName(name)} onClose={() => setOpen(null)}>
            <p>
              {origin === undefined ? developerText.revokeWarning : developerText.revokeSiteWarning}
            </p>
            <div className={controls['row']}>
              <Button
                kind="danger"
                onClick={() => reportFailure(developerText.keyNotRevoked, revoke())}
              >
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
  const { boundary = 'device', documents } = limits;
  if (boundary !== 'device') parts.push(developerText.upTo(developerText[boundary]));
  if (documents) parts.push(developerText.searchesDocuments);
  return parts.length === 0 ? developerText.noLimits : parts.join(', ');
}
