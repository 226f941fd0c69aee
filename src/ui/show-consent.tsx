import { StrictMode, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import type { Client } from '#client/alcove.ts';
import { type AskingSite, findAskingSite } from '#client/consent.ts';
import { reportCode } from '#client/service-worker-registration.ts';
import type { KeyLimits, Lasting } from '#contract/api-key.ts';
import { Button } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { Problem } from '#ui/kit/problem.tsx';
import { Select } from '#ui/kit/select.tsx';
import { language } from '#ui/messages/catalogue.ts';
import { consentText } from '#ui/messages/consent.ts';
import styles from './consent.module.css';

/** What a site may do until the person changes it: enough for a page, too little to use a device up. */
const LIMITS = { requestsPerMinute: 60, tokensPerDay: 200_000 } satisfies KeyLimits;
/** Milliseconds before an answer counts: a press that was meant for the page below, or above, must not be one. */
const PRESS_MS = 700;
const LASTING: readonly Lasting[] = ['once', 'session', 'always'];

type Shown = 'waiting' | 'none' | 'question' | 'connected';

/** Draws the window that a site opened to be connected (`connect/connect.ts`), in place of the app. */
export function showConsent(element: HTMLElement, client: Client): void {
  document.title = `${consentText.title} · Alcove`;
  reportCode('alcove:started');
  createRoot(element).render(
    <StrictMode>
      <Consent client={client} asked={askedOnce(client)} />
    </StrictMode>,
  );
}

interface Asked {
  site: AskingSite;
  /** Whether it is allowed already. */
  isConnected: boolean;
  models: string[];
}

/** Who asks; null where no site does. */
async function askedOnce({ connection }: Client): Promise<Asked | null> {
  const site = await findAskingSite(connection);
  if (!site) return null;
  const isConnected = await site.connect(null);
  const models = await connection.control((c) => c.listModels());
  return { site, isConnected, models: models.map(({ title }) => title) };
}

/**
 * Reports when the window has been in front for a moment, and that it is not after another one was: a site can close the window that
 * covers this one between the two presses of a double click.
 */
function onceInView(onChange: (isReady: boolean) => void): () => void {
  const done = new AbortController();
  let timer = 0;
  const wait = () => {
    onChange(false);
    clearTimeout(timer);
    timer = window.setTimeout(() => onChange(document.hasFocus()), PRESS_MS);
  };
  for (const event of ['focus', 'blur', 'resize']) addEventListener(event, wait, done);
  document.addEventListener('visibilitychange', wait, done);
  wait();
  return () => {
    clearTimeout(timer);
    done.abort();
  };
}

function Consent({ client, asked }: { client: Client; asked: Promise<Asked | null> }) {
  const [shown, setShown] = useState<Shown>('waiting');
  const [found, setFound] = useState<Asked | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [lasts, setLasts] = useState<Lasting>('once');
  const [isReady, setReady] = useState(false);
  const [isAllowed, setAllowed] = useState(false);

  function end() {
    setShown('connected');
    // The one that runs the models would take them along.
    if (!client.host.isElected) window.close();
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: it is asked once, whatever is drawn.
  useEffect(() => {
    asked.then(
      (next) => {
        setFound(next);
        if (next?.isConnected) end();
        else setShown(next ? 'question' : 'none');
      },
      (error: unknown) => {
        reportError(error);
        setProblem(consentText.failed);
      },
    );
  }, [asked]);

  useEffect(() => {
    return shown === 'question' ? onceInView(setReady) : undefined;
  }, [shown]);

  async function allow(site: AskingSite) {
    setAllowed(true);
    if (await site.connect({ lasts, limits: LIMITS })) end();
  }

  if (problem !== null || shown === 'waiting' || shown === 'none' || !found) {
    return (
      <main className={styles['page']}>
        <h1>{shown === 'none' ? consentText.nobodyAsks : consentText.title}</h1>
        <Problem text={problem} />
        {problem === null && (
          <p>{shown === 'none' ? consentText.nobodyAsksAdvice : consentText.waiting}</p>
        )}
      </main>
    );
  }
  const { site, models } = found;
  const { host } = new URL(site.origin);
  if (shown === 'connected') {
    return (
      <main className={styles['page']}>
        <h1>{consentText.connected(host)}</h1>
        <p>{client.host.isElected ? consentText.leaveOpen : consentText.mayClose}</p>
      </main>
    );
  }
  const number = (value: number) => value.toLocaleString(language());
  return (
    <main className={styles['page']}>
      <h1>{consentText.asks(host)}</h1>
      <p>{consentText.lead}</p>
      <dl className={styles['facts']}>
        <dt>{consentText.site}</dt>
        <dd>
          <code>{site.origin}</code>
        </dd>
        <dt>{consentText.models}</dt>
        <dd>{models.join(', ') || consentText.noModels}</dd>
        <dt>{consentText.limits}</dt>
        <dd>
          {consentText.limitsText(number(LIMITS.requestsPerMinute), number(LIMITS.tokensPerDay))}
        </dd>
      </dl>
      <Select
        label={consentText.lasts}
        options={LASTING.map((id) => ({ id, name: consentText[id] }))}
        value={lasts}
        onChange={setLasts}
      />
      <div className={controls['row']}>
        <Button
          kind="primary"
          disabled={!isReady || isAllowed}
          onClick={() =>
            allow(site).catch((error: unknown) => {
              reportError(error);
              setProblem(consentText.failed);
            })
          }
        >
          {consentText.allow}
        </Button>
        <Button
          disabled={!isReady || isAllowed}
          onClick={() => {
            site.refuse();
            window.close();
          }}
        >
          {consentText.refuse}
        </Button>
      </div>
      <p className={controls['secondary']}>{consentText.change}</p>
    </main>
  );
}
