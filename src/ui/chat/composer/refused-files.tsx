import type { Refusal } from '#ui/chat/session/conversation-state.ts';
import { Button } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { chatFilesText } from '#ui/messages/chat-files.ts';
import { failureText } from '#ui/messages/failure.ts';
import styles from './composer.module.css';

interface RefusedFilesProps {
  problems: readonly Refusal[];
  retry: () => void;
  /** Gives up all of them. */
  dismiss: () => void;
}

/** Why files were not added: new ones as they are, earlier ones folded, until a person dismisses them. */
export function RefusedFiles({ problems, retry, dismiss }: RefusedFilesProps) {
  if (problems.length === 0) return null;
  const canTry = problems.some((problem) => problem.retry);
  const fresh = textsOf(problems.filter(({ isFolded }) => !isFolded));
  const earlier = textsOf(problems.filter(({ isFolded }) => isFolded));
  const actions = (
    <div className={controls['row']}>
      {canTry && (
        <Button size="small" onClick={retry}>
          {failureText.tryAgain}
        </Button>
      )}
      <Button size="small" kind="quiet" onClick={dismiss}>
        {canTry ? chatFilesText.discard : chatFilesText.dismiss}
      </Button>
    </div>
  );
  return (
    <>
      {fresh.map((text) => (
        <p key={text} className={controls['error']} role="alert">
          {text}
        </p>
      ))}
      {earlier.length > 0 && (
        <details className={styles['refused']}>
          <summary>{chatFilesText.notRead(earlier.length)}</summary>
          <ul>
            {earlier.map((text) => (
              <li key={text} dir="auto">
                {text}
              </li>
            ))}
          </ul>
          {fresh.length === 0 && actions}
        </details>
      )}
      {fresh.length > 0 && actions}
    </>
  );
}

/** A full disk refuses each file for the same reason. */
const textsOf = (problems: readonly Refusal[]) => [...new Set(problems.map(({ text }) => text))];
