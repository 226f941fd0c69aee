import { useEffect, useRef, useState } from 'react';
import type { Provider, Rule } from '#contract/providers.ts';
import type { ProviderTest, ProviderView } from '#transport/provider-control.ts';
import { Button } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { Dialog } from '#ui/kit/dialog.tsx';
import { providersText } from '#ui/messages/providers.ts';
import { useServices } from '#ui/services.ts';
import { reportFailure } from '#ui/state/toasts.ts';
import { ConnectionResult } from './connection-result.tsx';
import { describeProvider } from './describe-provider.ts';
import { newModels } from './empty-provider.ts';
import { KeyDialog } from './key-dialog.tsx';
import { ProviderForm } from './provider-form.tsx';
import { ProviderModels } from './provider-models.tsx';
import styles from './providers.module.css';

interface ProviderRowProps {
  provider: ProviderView;
  rules: readonly Rule[];
  /** Whether it has just been added, so that it is tested immediately. */
  isNew: boolean;
  onChanged: () => Promise<void>;
}

/** One provider: its state, its models, and its usage today. */
export function ProviderRow({ provider, rules, isNew, onChanged }: ProviderRowProps) {
  const { control } = useServices();
  const { config, from, hasKey } = provider;
  const [open, setOpen] = useState<'edit' | 'key' | 'remove' | null>(null);
  const [result, setResult] = useState<ProviderTest | 'testing' | null>(null);
  const isOwn = from === 'person';

  async function save(next: Provider) {
    await control((c) => c.saveProvider(next));
    await onChanged();
  }

  async function test(config = provider.config) {
    setResult('testing');
    try {
      const found = await control((c) => c.testProvider(config.id));
      setResult(found);
      const added = isOwn ? newModels(config.models, found.models) : [];
      if (added.length > 0) await save({ ...config, models: [...config.models, ...added] });
      else await onChanged();
    } catch (error) {
      setResult(null);
      throw error;
    }
  }

  async function remove() {
    setOpen(null);
    await control((c) => c.removeProvider(config.id));
    await onChanged();
  }

  async function allowByName() {
    const rule: Rule = {
      when: { model: `${config.id}/*` },
      mode: 'only-remote',
      to: [`${config.id}:*`],
      overflowOn: [],
      onBudget: 'refuse',
    };
    await control((c) => c.saveRules([...rules, rule]));
    await onChanged();
  }

  const started = useRef(false);
  useEffect(() => {
    if (!isNew || started.current) return;
    started.current = true;
    reportFailure(providersText.notTested, test());
  });

  const isTesting = result === 'testing';
  const hasRule = rules.some(({ to }) => to.some((target) => target.startsWith(`${config.id}:`)));
  return (
    <article className={styles['provider']} aria-label={config.name}>
      <h3>{config.name}</h3>
      <p className={controls['secondary']}>{describeProvider(provider).join(' · ')}</p>
      <div className={controls['row']}>
        <Button
          isPending={isTesting}
          onClick={() => reportFailure(providersText.notTested, test())}
        >
          {isTesting ? providersText.testing : providersText.test}
        </Button>
        {isOwn ? (
          <Button onClick={() => setOpen('edit')}>{providersText.edit}</Button>
        ) : (
          <Button onClick={() => setOpen('key')}>{providersText.setKey}</Button>
        )}
        {isOwn && (
          <Button kind="danger" onClick={() => setOpen('remove')}>
            {providersText.remove}
          </Button>
        )}
      </div>
      {result && result !== 'testing' && (
        <ConnectionResult
          result={result}
          config={config}
          onUse={(fields) => {
            const next = { ...config, ...fields };
            reportFailure(
              providersText.notSaved,
              save(next).then(() => test(next)),
            );
          }}
        />
      )}
      {isOwn && config.models.length > 0 && !hasRule && (
        <div className={styles['note']}>
          <p>{providersText.noRule}</p>
          <Button onClick={() => reportFailure(providersText.rulesNotSaved, allowByName())}>
            {providersText.allowByName}
          </Button>
        </div>
      )}
      <ProviderModels
        models={config.models}
        isFixed={!isOwn}
        onChange={(models) => reportFailure(providersText.notSaved, save({ ...config, models }))}
      />
      {open === 'edit' && (
        <Dialog title={config.name} kind="wide" onClose={() => setOpen(null)}>
          <ProviderForm
            provider={config}
            hasKey={hasKey}
            onClose={() => setOpen(null)}
            onSaved={onChanged}
          />
        </Dialog>
      )}
      {open === 'key' && (
        <KeyDialog
          id={config.id}
          name={config.name}
          hasKey={hasKey}
          onClose={() => setOpen(null)}
          onSaved={onChanged}
        />
      )}
      {open === 'remove' && (
        <RemoveDialog
          name={config.name}
          onRemove={() => reportFailure(providersText.notSaved, remove())}
          onClose={() => setOpen(null)}
        />
      )}
    </article>
  );
}

interface RemoveDialogProps {
  name: string;
  onRemove: () => void;
  onClose: () => void;
}

/** Asks before a provider and its key are removed. */
function RemoveDialog({ name, onRemove, onClose }: RemoveDialogProps) {
  return (
    <Dialog title={providersText.removeName(name)} onClose={onClose}>
      <p>{providersText.removeWarning}</p>
      <div className={controls['row']}>
        <Button kind="danger" onClick={onRemove}>
          {providersText.remove}
        </Button>
        <Button onClick={onClose}>{providersText.cancel}</Button>
      </div>
    </Dialog>
  );
}
