import { useCallback, useEffect, useState } from 'react';
import type { ApiKeyView } from '#contract/api-key.ts';
import { Button } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { CopyButton } from '#ui/kit/copy-button.tsx';
import { Field } from '#ui/kit/field.tsx';
import page from '#ui/kit/page.module.css';
import { Table } from '#ui/kit/table.tsx';
import { useForm } from '#ui/kit/use-form.ts';
import { developerText } from '#ui/messages/developer.ts';
import { useServices } from '#ui/services.ts';
import { reportFailure } from '#ui/state/toasts.ts';
import styles from './developer.module.css';
import { KeyRow } from './key-row.tsx';

/** API keys: made here, shown once, revoked here. */
export function KeysSection() {
  const { control } = useServices();
  const [keys, setKeys] = useState<readonly ApiKeyView[] | null>(null);
  const [made, setMade] = useState<string | null>(null);

  const refresh = useCallback(
    async () => setKeys(await control((c) => c.listApiKeys())),
    [control],
  );
  useEffect(() => {
    refresh().catch(reportError);
  }, [refresh]);

  const { isPending, change, field, form } = useForm({
    initial: { name: '' },
    save: async ({ name }) => {
      setMade(await control((c) => c.createApiKey(name.trim() || developerText.unnamed)));
      change({ name: '' });
      await refresh();
    },
    report: (work) => reportFailure(developerText.keyNotCreated, work),
  });

  return (
    <section className={page['section']} aria-label={developerText.apiKeys}>
      <form className={controls['row']} {...form}>
        <Field
          label={developerText.keyName}
          {...field('name')}
          placeholder={developerText.keyNameExample}
        />
        <Button kind="primary" type="submit" isPending={isPending}>
          {developerText.createKey}
        </Button>
      </form>
      {made && (
        <div className={styles['shown']} role="status">
          <p>{developerText.copyNow}</p>
          <code className={styles['secret']}>{made}</code>
          <div className={controls['row']}>
            <CopyButton text={made} label={developerText.copyKey} isNamed />
            <Button size="small" onClick={() => setMade(null)}>
              {developerText.done}
            </Button>
          </div>
        </div>
      )}
      {keys?.length === 0 && <p className={controls['secondary']}>{developerText.noKeys}</p>}
      {keys !== null && keys.length > 0 && (
        <div className={controls['scroll']}>
          <Table
            columns={[
              developerText.name,
              developerText.key,
              developerText.created,
              developerText.lastUsed,
              developerText.limits,
              { name: developerText.actions, isHidden: true },
            ]}
          >
            {keys.map((key) => (
              <KeyRow key={key.id} apiKey={key} onChanged={refresh} />
            ))}
          </Table>
        </div>
      )}
    </section>
  );
}
