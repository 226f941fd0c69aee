import { useState } from 'react';
import type { Deployment, Rule } from '#contract/providers.ts';
import type { ProviderView } from '#transport/provider-control.ts';
import { Button } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { Dialog } from '#ui/kit/dialog.tsx';
import page from '#ui/kit/page.module.css';
import { providersText } from '#ui/messages/providers.ts';
import { saveFile } from '#ui/state/save-file.ts';
import { ProviderForm } from './provider-form.tsx';
import { ProviderRow } from './provider-row.tsx';
import { RulesEditor } from './rules-editor.tsx';
import type { ProvidersProps } from './use-providers.ts';

/** Servers beyond this device, and the rules that let requests go there. */
export function ProvidersSection({ settings, changed }: ProvidersProps) {
  const [isAdding, setAdding] = useState(false);
  const [added, setAdded] = useState<string | null>(null);
  const { providers, rules } = settings;
  const save = () => {
    const text = JSON.stringify(toDeployment(providers, rules), null, 2);
    saveFile('alcove.json', new Blob([text], { type: 'application/json' }));
  };
  return (
    <section className={page['section']} aria-labelledby="providers">
      <h2 id="providers">{providersText.title}</h2>
      <p className={page['lead']}>{providersText.about}</p>
      {providers.map((provider) => (
        <ProviderRow
          key={provider.config.id}
          provider={provider}
          rules={rules}
          isNew={provider.config.id === added}
          onChanged={changed}
        />
      ))}
      <div className={controls['row']}>
        <Button onClick={() => setAdding(true)}>{providersText.add}</Button>
        {providers.length > 0 && (
          <Button kind="quiet" onClick={save}>
            {providersText.exportFile}
          </Button>
        )}
      </div>
      {providers.length > 0 && (
        <RulesEditor rules={rules} providers={providers} onChanged={changed} />
      )}
      {isAdding && (
        <Dialog title={providersText.add} kind="wide" onClose={() => setAdding(false)}>
          <ProviderForm
            taken={providers.map(({ config }) => config.id)}
            onClose={() => setAdding(false)}
            onSaved={async (id) => {
              await changed();
              setAdded(id);
            }}
          />
        </Dialog>
      )}
    </section>
  );
}

/** Providers and rules as an `alcove.json` for others: no view holds a key, so the file has none. */
export function toDeployment(
  providers: readonly ProviderView[],
  rules: readonly Rule[],
): Deployment {
  return { providers: providers.map(({ config }) => config), rules: [...rules] };
}
