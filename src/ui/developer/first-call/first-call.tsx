import { Play } from 'lucide-react';
import { useState } from 'react';
import { useStore } from 'zustand';
import { RequestLog } from '#ui/developer/requests/request-log.tsx';
import { useKeyNames } from '#ui/developer/use-key-names.ts';
import { Button } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { CopyButton } from '#ui/kit/copy-button.tsx';
import { Field } from '#ui/kit/field.tsx';
import { developerText } from '#ui/messages/developer.ts';
import { useSession } from '#ui/services.ts';
import { readPreferences } from '#ui/state/preferences.ts';
import { reportFailure } from '#ui/state/toasts.ts';
import styles from './first-call.module.css';
import { firstCallCode } from './first-call-code.ts';
import { FirstCallSession } from './first-call-session.ts';

/** Requests at the side: the first few. */
const SHOWN = 8;

/** The first request of a developer: key, code, answer, and the request in the log. */
export function FirstCall() {
  const session = useSession(FirstCallSession);
  const { key, isRunning, answer } = useStore(session.state);
  const names = useKeyNames(key ?? '');
  const [question, setQuestion] = useState(developerText.firstQuestion);
  const model = readPreferences().chatModel;
  const code = firstCallCode(key, model, question);
  const createKey = () => reportFailure(developerText.keyNotCreated, session.createKey());
  return (
    <div className={styles['page']}>
      <section className={styles['steps']} aria-label={developerText.firstCall}>
        <ol>
          <li>
            <h2>{developerText.firstCallKeyStep}</h2>
            {key === null ? (
              <div className={controls['row']}>
                <Button onClick={createKey}>{developerText.createKey}</Button>
                <span className={controls['secondary']}>{developerText.firstCallKeyHint}</span>
              </div>
            ) : (
              <div className={controls['row']}>
                <code className={styles['key']}>{key}</code>
                <CopyButton text={key} label={developerText.copyKey} isNamed />
              </div>
            )}
          </li>
          <li>
            <h2>{developerText.firstCallCodeStep}</h2>
            <Field
              label={developerText.question}
              isInline
              dir="auto"
              value={question}
              onChange={(event) => setQuestion(event.target.value)}
            />
            <div className={styles['code']}>
              <CopyButton text={code} label={developerText.copyCode} isNamed />
              <pre
                // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
                tabIndex={0}
                className={controls['listing']}
              >
                {code}
              </pre>
            </div>
          </li>
          <li>
            <h2>{developerText.firstCallRunStep}</h2>
            <div className={controls['row']}>
              <Button
                kind="primary"
                icon={Play}
                isPending={isRunning}
                onClick={() => session.run(model, question).catch(reportError)}
              >
                {developerText.run}
              </Button>
              <span className={controls['secondary']} role="status">
                {isRunning
                  ? developerText.waiting
                  : answer && developerText.answered(String(answer.status || '–'))}
              </span>
            </div>
            <section
              aria-label={developerText.answer}
              aria-live="polite"
              className={styles['answer']}
            >
              {answer && (
                <p dir="auto" className={answer.isError ? controls['error'] : undefined}>
                  {answer.text}
                </p>
              )}
            </section>
          </li>
        </ol>
      </section>
      <RequestLog limit={SHOWN} names={names} />
    </div>
  );
}
