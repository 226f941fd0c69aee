import { BOUNDARIES } from '#contract/boundary.ts';
import { providerOrigin } from '#contract/provider-origin.ts';
import type { Provider } from '#contract/providers.ts';
import { z } from '#contract/zod.ts';
import { Button } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { CheckBox, Field } from '#ui/kit/field.tsx';
import page from '#ui/kit/page.module.css';
import { Select } from '#ui/kit/select.tsx';
import { type FormSchema, useForm } from '#ui/kit/use-form.ts';
import { providersText } from '#ui/messages/providers.ts';
import { useServices } from '#ui/services.ts';
import { reportFailure } from '#ui/state/toasts.ts';
import { emptyProvider, freeId } from './empty-provider.ts';
import { LimitFields } from './limit-fields.tsx';
import styles from './providers.module.css';
import { ThroughServerField } from './through-server.tsx';

const PLACES = BOUNDARIES.filter((place) => place !== 'device');
const KNOWN = ['no', 'yes', 'unknown'] as const;

type Values = Provider & { key: string; removesKey: boolean };

/** The fields that a person types; the others are chosen from lists. */
const SCHEMA = z.looseObject({
  baseUrl: z
    .string()
    .trim()
    .refine((address) => providerOrigin(address) !== null, {
      error: () => providersText.addressProblem,
    }),
  name: z.string().trim(),
  key: z.string().trim(),
}) as unknown as FormSchema<Values>;

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
  const { values, errors, isPending, change, form } = useForm<Values>({
    schema: SCHEMA,
    initial: () => ({ ...(provider ?? emptyProvider()), key: '', removesKey: false }),
    save,
    report: (work) => reportFailure(providersText.notSaved, work),
  });

  async function save({ key, removesKey, ...draft }: Values) {
    const name = draft.name || new URL(draft.baseUrl).hostname;
    const id = provider?.id ?? freeId(name, taken);
    const secret = key || (removesKey ? null : undefined);
    await control((c) => c.saveProvider({ ...draft, name, id }, secret));
    await onSaved(id);
    onClose();
  }

  const known = KNOWN.map((id) => ({ id, name: providersText[id] }));
  const label = (name: 'retains' | 'trains') => (
    <Select
      label={providersText[name]}
      options={known}
      value={values[name]}
      onChange={(value) => change({ [name]: value })}
    />
  );
  return (
    <form className={styles['form']} {...form}>
      <Field
        label={providersText.address}
        hint={providersText.addressHint}
        type="url"
        spellCheck={false}
        data-first-focus
        error={errors.baseUrl}
        value={values.baseUrl}
        onChange={(event) => change({ baseUrl: event.target.value })}
      />
      <div className={page['grid']}>
        <Field
          label={providersText.name}
          maxLength={100}
          value={values.name}
          onChange={(event) => change({ name: event.target.value })}
        />
        <Field
          label={hasKey ? providersText.newKey : providersText.key}
          hint={hasKey ? providersText.newKeyHint : providersText.keyHint}
          type="password"
          autoComplete="off"
          value={values.key}
          onChange={(event) => change({ key: event.target.value })}
        />
        <Select
          label={providersText.where}
          options={PLACES.map((id) => ({ id, name: providersText[id] }))}
          value={values.boundary}
          onChange={(boundary) => change({ boundary })}
        />
        <Field
          label={providersText.region}
          maxLength={40}
          value={values.region}
          onChange={(event) => change({ region: event.target.value })}
        />
        {label('retains')}
        {label('trains')}
      </div>
      {hasKey && (
        <CheckBox
          label={providersText.removeKey}
          checked={values.removesKey}
          onChange={(event) => change({ removesKey: event.target.checked })}
        />
      )}
      <ThroughServerField via={values.via} onChange={(via) => change({ via })} />
      <LimitFields draft={values} onChange={change} />
      <div className={controls['row']}>
        <Button kind="primary" type="submit" isPending={isPending}>
          {provider ? providersText.save : providersText.saveAndTest}
        </Button>
        <Button onClick={onClose}>{providersText.cancel}</Button>
      </div>
    </form>
  );
}
