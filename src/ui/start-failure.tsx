import { useState } from 'react';
import { Button } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { CopyButton } from '#ui/kit/copy-button.tsx';
import { describeFailure } from '#ui/kit/describe-failure.ts';
import { ExportButton } from '#ui/kit/export-button.tsx';
import { ExportContext } from '#ui/kit/export-context.ts';
import { Problem } from '#ui/kit/problem.tsx';
import { deleteEverything } from '#ui/state/delete-everything.ts';
import { exportData } from '#ui/state/export-data.ts';
import styles from './start-failure.module.css';

interface StartFailureProps {
  /** What is wrong, as a sentence. */
  reason: string;
  /** What a person can do about it. */
  advice: string;
  /** The exception behind it: only copied, never shown. */
  error?: unknown;
}

/** Shown instead of the app when it cannot start or has stopped. Uses nothing of the app but what is stored. */
export function StartFailure({ reason, advice, error }: StartFailureProps) {
  return (
    <ExportContext value={exportData}>
      <main className={styles['page']}>
        <h1>{reason}</h1>
        <p>{advice}</p>
        <p className={controls['secondary']}>
          Your chats, transcripts and settings are stored in this browser and were not changed.
        </p>
        <div className={controls['row']}>
          <Button kind="primary" onClick={() => location.reload()}>
            Reload
          </Button>
          <ExportButton />
          <CopyButton
            text={describeFailure(error ?? new Error(reason))}
            label="Copy details"
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
    setProblem(`Not deleted: ${left.join(', ')}. Close other tabs of this app and try again.`);
  }

  return (
    <details className={styles['reset']} onToggle={(event) => setAsked(event.currentTarget.open)}>
      <summary>Delete everything and start again</summary>
      {isAsked && (
        <>
          <p>
            Deletes all chats, transcripts, text sets, keys, settings and downloaded models from
            this browser. This cannot be undone. Export your data first.
          </p>
          <Button kind="danger" onClick={() => void reset()}>
            Delete everything
          </Button>
          <Problem text={problem} />
        </>
      )}
    </details>
  );
}
