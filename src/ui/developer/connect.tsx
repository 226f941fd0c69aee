import { type FormEvent, useState } from 'react';
import { appPath } from '#contract/app-path.ts';
import { Button } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { CopyButton } from '#ui/kit/copy-button.tsx';
import { Field } from '#ui/kit/field.tsx';
import page from '#ui/kit/page.module.css';
import { Select } from '#ui/kit/select.tsx';
import { connectText } from '#ui/messages/connect.ts';
import { developerText } from '#ui/messages/developer.ts';
import { useServices } from '#ui/services.ts';
import { reportFailure } from '#ui/state/toasts.ts';
import { SNIPPETS, withKey } from './connect-snippets.ts';
import styles from './developer.module.css';
import { useBridge } from './use-bridge.ts';

const STATES = {
  none: { name: 'noServer', detail: 'startServer' },
  away: { name: 'serverAway', detail: 'startServerAgain' },
  'not-paired': { name: 'notPaired', detail: 'pairOnce' },
  connecting: { name: 'connecting', detail: 'connectingDetail' },
  connected: { name: 'connected', detail: 'connectedDetail' },
} as const;

/** How programs outside the browser call this device: the connection, and code for each. */
export function Connect() {
  const { state, problem, pair } = useBridge();
  return (
    <section className={page['section']} aria-label={connectText.title}>
      {state !== null && (
        <div className={styles['shown']} role="status">
          <p>
            <strong>{connectText[STATES[state].name]}</strong>
          </p>
          <p className={controls['secondary']}>{connectText[STATES[state].detail]}</p>
          {state === 'none' && <Command />}
          {problem && <p className={controls['error']}>{problem}</p>}
          {state === 'not-paired' && <PairingForm onPair={pair} />}
        </div>
      )}
      <Snippets />
    </section>
  );
}

/** In the folder of Alcove. A name that `npx` would fetch is not published. */
const COMMAND = 'npm start';

function Command() {
  return (
    <div className={controls['row']}>
      <code className={styles['secret']}>{COMMAND}</code>
      <CopyButton text={COMMAND} />
    </div>
  );
}

function PairingForm({ onPair }: { onPair: (code: string) => Promise<void> }) {
  const [code, setCode] = useState('');

  function submit(event: FormEvent) {
    event.preventDefault();
    onPair(code).then(() => setCode(''), reportError);
  }

  return (
    <form className={controls['row']} onSubmit={submit}>
      <Field
        label={connectText.code}
        value={code}
        autoComplete="off"
        spellCheck={false}
        isCode
        onChange={(event) => setCode(event.target.value)}
      />
      <Button kind="primary" type="submit" disabled={code.trim() === ''}>
        {connectText.pair}
      </Button>
    </form>
  );
}

function Snippets() {
  const { control } = useServices();
  const [id, setId] = useState(SNIPPETS[0]?.id ?? '');
  const [key, setKey] = useState<string | null>(null);
  const snippet = SNIPPETS.find((s) => s.id === id);
  const plain = snippet?.write(location.origin + appPath('/v1')) ?? '';
  const code = key === null ? plain : withKey(plain, key);
  const create = async () =>
    setKey(await control((c) => c.createApiKey(snippet?.name ?? connectText.title)));
  return (
    <div className={styles['snippet']}>
      {key === null ? (
        <div className={controls['row']}>
          <Button onClick={() => reportFailure(developerText.keyNotCreated, create())}>
            {connectText.createKey}
          </Button>
          <span className={controls['secondary']}>{connectText.keyHint}</span>
        </div>
      ) : (
        <p className={controls['secondary']} role="status">
          {connectText.keyInCode}
        </p>
      )}
      <div className={controls['row']}>
        <Select label={connectText.program} options={SNIPPETS} value={id} onChange={setId} />
        <CopyButton text={code} label={connectText.copyCode} isNamed />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard. */}
      <pre tabIndex={0} className={controls['listing']}>
        {code}
      </pre>
    </div>
  );
}
