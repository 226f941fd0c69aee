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
  const { config, from } = provider;
  const [open, setOpen] = useState<OpenDialog | null>(null);
  const isOwn = from === 'person';

  async function save(next: Provider) {
    await control((c) => c.saveProvider(next));
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

  const { isTesting, result, test } = useTest({ provider, isNew, save, onChanged });
  const hasRule = rules.some(({ to }) => to.some((target) => target.startsWith(`${config.id}:`)));
  return (
    <article className={styles['provider']} aria-label={config.name}>
      <h3>{config.name}</h3>
      <p className={controls['secondary']}>{describeProvider(provider).join(' · ')}</p>
      <div className={controls['row']}>
        <Button
          isPending={isTesting}
          onClick={() => reportFailure(providersText.notTested, test(config))}
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
      {result && (
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
      {open && (
        <ProviderDialog
          kind={open}
          provider={provider}
          onChanged={onChanged}
          onClose={() => setOpen(null)}
        />
      )}
    </article>
  );
}

interface TestOptions {
  provider: ProviderView;
  isNew: boolean;
  save: (next: Provider) => Promise<void>;
  onChanged: () => Promise<void>;
}

/** The test of a connection: models that it finds are added. A new provider is tested immediately. */
function useTest({ provider, isNew, save, onChanged }: TestOptions) {
  const { control } = useServices();
  const [state, setState] = useState<ProviderTest | 'testing' | null>(null);

  async function test(config: Provider) {
    setState('testing');
    try {
      const found = await control((c) => c.testProvider(config.id));
      setState(found);
      const added = provider.from === 'person' ? newModels(config.models, found.models) : [];
      if (added.length > 0) await save({ ...config, models: [...config.models, ...added] });
      else await onChanged();
    } catch (error) {
      setState(null);
      throw error;
    }
  }

  const started = useRef(false);
  useEffect(() => {
    if (!isNew || started.current) return;
    started.current = true;
    reportFailure(providersText.notTested, test(provider.config));
  });
  const isTesting = state === 'testing';
  return { isTesting, result: isTesting ? null : state, test };
}

type OpenDialog = 'edit' | 'key' | 'remove';

interface ProviderDialogProps {
  kind: OpenDialog;
  provider: ProviderView;
  onChanged: () => Promise<void>;
  onClose: () => void;
}

/** Changes a provider or its key, or asks before both are removed. */
function ProviderDialog({ kind, provider, onChanged, onClose }: ProviderDialogProps) {
  const { control } = useServices();
  const { config, hasKey } = provider;
  const shared = { hasKey, onClose, onSaved: onChanged };
  if (kind === 'key') return <KeyDialog id={config.id} name={config.name} {...shared} />;
  if (kind === 'edit') {
    return (
      <Dialog title={config.name} kind="wide" onClose={onClose}>
        <ProviderForm provider={config} {...shared} />
      </Dialog>
    );
  }
  async function remove() {
    onClose();
    await control((c) => c.removeProvider(config.id));
    await onChanged();
  }
  return (
    <Dialog title={providersText.removeName(config.name)} onClose={onClose}>
      <p>{providersText.removeWarning}</p>
      <div className={controls['row']}>
        <Button kind="danger" onClick={() => reportFailure(providersText.notSaved, remove())}>
          {providersText.remove}
        </Button>
        <Button onClick={onClose}>{providersText.cancel}</Button>
      </div>
    </Dialog>
  );
}
