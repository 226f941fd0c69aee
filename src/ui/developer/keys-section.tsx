import { type FormEvent, useCallback, useEffect, useState } from 'react';
import type { ApiKeyView } from '#contract/api-key.ts';
import { Button } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { CopyButton } from '#ui/kit/copy-button.tsx';
import page from '#ui/kit/page.module.css';
import { useServices } from '#ui/services.ts';
import { tryOrSay } from '#ui/state/toasts.ts';
import styles from './developer.module.css';
import { KeyRow } from './key-row.tsx';

/** API keys: made here, shown once, revoked here. */
export function KeysSection() {
  const { control } = useServices();
  const [keys, setKeys] = useState<readonly ApiKeyView[] | null>(null);
  const [name, setName] = useState('');
  const [made, setMade] = useState<string | null>(null);

  const refresh = useCallback(
    async () => setKeys(await control((c) => c.listApiKeys())),
    [control],
  );
  useEffect(() => {
    refresh().catch(reportError);
  }, [refresh]);

  async function create() {
    setMade(await control((c) => c.createApiKey(name.trim() || 'unnamed')));
    setName('');
    await refresh();
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    tryOrSay('The key', create());
  }

  return (
    <section className={page['section']} aria-label="API keys">
      <form className={controls['row']} onSubmit={submit}>
        <label className={controls['label']}>
          Name of the key
          <input
            className={controls['field']}
            value={name}
            placeholder="my app"
            onChange={(event) => setName(event.target.value)}
          />
        </label>
        <Button kind="primary" type="submit">
          Create key
        </Button>
      </form>
      {made && (
        <div className={styles['shown']} role="status">
          <p>Copy this key now: it is not shown again. Alcove keeps only its SHA-256.</p>
          <code className={styles['secret']}>{made}</code>
          <div className={controls['row']}>
            <CopyButton text={made} label="Copy key" isNamed />
            <Button size="small" onClick={() => setMade(null)}>
              Done
            </Button>
          </div>
        </div>
      )}
      {keys?.length === 0 && (
        <p className={controls['secondary']}>No keys yet. A client of /v1 needs one.</p>
      )}
      {keys !== null && keys.length > 0 && (
        <div className={controls['scroll']}>
          <table className={controls['table']}>
            <thead>
              <tr>
                <th scope="col">Name</th>
                <th scope="col">Key</th>
                <th scope="col">Created</th>
                <th scope="col">Last used</th>
                <th scope="col">Limits</th>
                <th scope="col">
                  <span className={controls['unseen']}>Actions</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {keys.map((key) => (
                <KeyRow key={key.id} apiKey={key} onChanged={refresh} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
