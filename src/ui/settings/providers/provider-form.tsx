import { BOUNDARIES } from '#contract/boundary.ts';
import type { Provider } from '#contract/providers.ts';
import { Button } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { CheckBox, Field } from '#ui/kit/field.tsx';
import page from '#ui/kit/page.module.css';
import { Select } from '#ui/kit/select.tsx';
import { useForm } from '#ui/kit/use-form.ts';
import { providersText } from '#ui/messages/providers.ts';
import { useServices } from '#ui/services.ts';
import { reportFailure } from '#ui/state/toasts.ts';
import { emptyProvider, freeId } from './empty-provider.ts';
import { LimitFields } from './limit-fields.tsx';
import { draftSchema, toDraft } from './provider-draft.ts';
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
  const { values, isPending, change, field, form } = useForm({
    schema: draftSchema,
    initial: () => toDraft(provider ?? emptyProvider()),
    async save({ key, removesKey, provider: draft }) {
      const id = provider?.id ?? freeId(draft.name, taken);
      const secret = key || (removesKey ? null : undefined);
      // A test may have found models while the form was open.
      const { models } = provider ?? emptyProvider();
      await control((c) => c.saveProvider({ ...draft, id, models }, secret));
      await onSaved(id);
      onClose();
    },
    report: (work) => reportFailure(providersText.notSaved, work),
  });

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
        {...field('baseUrl')}
      />
      <div className={page['grid']}>
        <Field label={providersText.name} maxLength={100} {...field('name')} />
        <Field
          label={hasKey ? providersText.newKey : providersText.key}
          hint={hasKey ? providersText.newKeyHint : providersText.keyHint}
          type="password"
          autoComplete="off"
          {...field('key')}
        />
        <Select
          label={providersText.where}
          options={PLACES.map((id) => ({ id, name: providersText[id] }))}
          value={values.boundary}
          onChange={(boundary) => change({ boundary })}
        />
        <Field label={providersText.region} maxLength={40} {...field('region')} />
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
      <LimitFields field={field} />
      <div className={controls['row']}>
        <Button kind="primary" type="submit" isPending={isPending}>
          {provider ? providersText.save : providersText.saveAndTest}
        </Button>
        <Button onClick={onClose}>{providersText.cancel}</Button>
      </div>
    </form>
  );
}
