import { type FormEvent, useState } from 'react';
import { BOUNDARIES } from '#contract/boundary.ts';
import { providerOrigin } from '#contract/provider-origin.ts';
import type { Provider } from '#contract/providers.ts';
import { Button } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { CheckBox, Field } from '#ui/kit/field.tsx';
import page from '#ui/kit/page.module.css';
import { Select } from '#ui/kit/select.tsx';
import { providersText } from '#ui/messages/providers.ts';
import { useServices } from '#ui/services.ts';
import { reportFailure } from '#ui/state/toasts.ts';
import { emptyProvider, freeId } from './empty-provider.ts';
import { LimitFields } from './limit-fields.tsx';
import styles from './providers.module.css';
import { ThroughServerField } from './through-server.tsx';

const PLACES = BOUNDARIES.filter((place) => place !== 'device');
const KNOWN = ['no', 'yes', 'unknown'] as const;

interface ProviderFormProps {
  /** The provider to change; a new one when absent. */
  provider?: Provider;
  hasKey?: boolean;
  /** Ids that are in use. */
  taken?: readonly string[];
  onClose: () => void;
  onSaved: (id: string) => Promise<void>;
}

/** Address, key, labels and limits of a provider. */
export function ProviderForm(props: ProviderFormProps) {
  const { provider, hasKey = false, taken = [], onClose, onSaved } = props;
  const { control } = useServices();
  const [draft, setDraft] = useState(() => provider ?? emptyProvider());
  const [key, setKey] = useState('');
  const [removesKey, setRemovesKey] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const change = (fields: Partial<Provider>) => setDraft((old) => ({ ...old, ...fields }));

  async function save() {
    const baseUrl = draft.baseUrl.trim();
    const name = draft.name.trim() || new URL(baseUrl).hostname;
    const id = provider?.id ?? freeId(name, taken);
    const secret = key.trim() || (removesKey ? null : undefined);
    await control((c) => c.saveProvider({ ...draft, baseUrl, name, id }, secret));
    await onSaved(id);
    onClose();
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const isAddress = providerOrigin(draft.baseUrl.trim()) !== null;
    setError(isAddress ? null : providersText.addressProblem);
    if (isAddress) reportFailure(providersText.notSaved, save());
    // It may have been scrolled out of view.
    else event.currentTarget.querySelector<HTMLElement>('[data-first-focus]')?.focus();
  }

  const known = KNOWN.map((id) => ({ id, name: providersText[id] }));
  const label = (name: 'retains' | 'trains') => (
    <Select
      label={providersText[name]}
      options={known}
      value={draft[name]}
      onChange={(value) => change({ [name]: value })}
    />
  );
  return (
    // The address is checked here, in the words of the app.
    <form className={styles['form']} noValidate onSubmit={submit}>
      <Field
        label={providersText.address}
        hint={providersText.addressHint}
        type="url"
        spellCheck={false}
        data-first-focus
        error={error}
        value={draft.baseUrl}
        onChange={(event) => change({ baseUrl: event.target.value })}
      />
      <div className={page['grid']}>
        <Field
          label={providersText.name}
          maxLength={100}
          value={draft.name}
          onChange={(event) => change({ name: event.target.value })}
        />
        <Field
          label={hasKey ? providersText.newKey : providersText.key}
          hint={hasKey ? providersText.newKeyHint : providersText.keyHint}
          type="password"
          autoComplete="off"
          value={key}
          onChange={(event) => setKey(event.target.value)}
        />
        <Select
          label={providersText.where}
          options={PLACES.map((id) => ({ id, name: providersText[id] }))}
          value={draft.boundary}
          onChange={(boundary) => change({ boundary })}
        />
        <Field
          label={providersText.region}
          maxLength={40}
          value={draft.region}
          onChange={(event) => change({ region: event.target.value })}
        />
        {label('retains')}
        {label('trains')}
      </div>
      {hasKey && (
        <CheckBox
          label={providersText.removeKey}
          checked={removesKey}
          onChange={(event) => setRemovesKey(event.target.checked)}
        />
      )}
      <ThroughServerField via={draft.via} onChange={(via) => change({ via })} />
      <LimitFields draft={draft} onChange={change} />
      <div className={controls['row']}>
        <Button kind="primary" type="submit">
          {provider ? providersText.save : providersText.saveAndTest}
        </Button>
        <Button onClick={onClose}>{providersText.cancel}</Button>
      </div>
    </form>
  );
}
