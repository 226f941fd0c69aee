import { useState } from 'react';
import { Button } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { CopyButton } from '#ui/kit/copy-button.tsx';
import { ExportButton } from '#ui/kit/export-button.tsx';
import { ExportContext } from '#ui/kit/export-context.ts';
import { describeFailure } from '#ui/kit/failure-panel.tsx';
import { Problem } from '#ui/kit/problem.tsx';
import { failureText } from '#ui/messages/failure.ts';
import { deleteEverything } from '#ui/state/delete-everything.ts';
import { exportData } from '#ui/state/save-file.ts';
import styles from './start-failure.module.css';

interface StartFailureProps {
  /** The problem, as a sentence. */
  reason: string;
  /** What a person can do about it. */
  advice: string;
  /** The exception behind it: only copied, never shown. */
  error?: unknown;
}

/** Shown instead of the app when it cannot start or has stopped. Uses nothing of the app but its storage. */
export function StartFailure({ reason, advice, error }: StartFailureProps) {
  return (
    <ExportContext value={exportData}>
      <main className={styles['page']}>
        <h1>{reason}</h1>
        <p>{advice}</p>
        <p className={controls['secondary']}>{failureText.dataUnchanged}</p>
        <div className={controls['row']}>
          <Button kind="primary" onClick={() => location.reload()}>
            {failureText.reload}
          </Button>
          <ExportButton />
          <CopyButton
            text={describeFailure(error ?? new Error(reason))}
            label={failureText.copyDetails}
            isNamed
          />
        </div>
        <Reset />
      </main>
    </ExportContext>
  );
}

/** Deletes everything, after a second press. */
function Reset() {
  const [isAsked, setAsked] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  async function reset() {
    const left = await deleteEverything();
    if (left.length === 0) return location.assign('/');
    setProblem(failureText.notDeleted(left.map((part) => failureText[part]).join(', ')));
  }

  return (
    <details className={styles['reset']} onToggle={(event) => setAsked(event.currentTarget.open)}>
      <summary>{failureText.deleteAndRestart}</summary>
      {isAsked && (
        <>
          <p>{failureText.deleteWarning}</p>
          <Button kind="danger" onClick={() => void reset()}>
            {failureText.deleteEverything}
          </Button>
          <Problem text={problem} />
        </>
      )}
    </details>
  );
}
