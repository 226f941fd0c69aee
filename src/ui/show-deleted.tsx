import { StrictMode, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { readDeleteTask, stopEverywhere } from '#client/all-deleted.ts';
import { appPath } from '#contract/app-path.ts';
import { Button, buttonClass } from '#ui/kit/button.tsx';
import { Problem } from '#ui/kit/problem.tsx';
import { failureText } from '#ui/messages/failure.ts';
import { deleteEverything } from '#ui/state/delete-everything.ts';
import styles from './start-failure.module.css';

/** Draws the page that deletes everything and says so: it starts nothing, so nothing is stored again. */
export function showDeleted(element: HTMLElement): void {
  const task = readDeleteTask();
  if (task === null) {
    location.replace(appPath('/'));
    return;
  }
  createRoot(element).render(
    <StrictMode>{task === 'delete' ? <Deleting /> : <Deleted />}</StrictMode>,
  );
}

let deletion: Promise<string | null> | null = null;

/** @returns a sentence that names the data that could not be deleted; null when nothing is left. */
async function run(): Promise<string | null> {
  const release = await stopEverywhere().catch(reportError);
  const left = await deleteEverything();
  release?.();
  return left.length === 0
    ? null
    : failureText.notDeleted(left.map((part) => failureText[part]).join(', '));
}

function Deleting() {
  const [problem, setProblem] = useState<string | null>(null);
  const [isDone, setDone] = useState(false);
  const [tries, setTries] = useState(1);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each try runs once.
  useEffect(() => {
    // Once for each try, however often React mounts this.
    deletion ??= run();
    deletion.then((found) => {
      setProblem(found);
      setDone(found === null);
    }, reportError);
  }, [tries]);
  if (isDone) return <Deleted />;
  const retry = () => {
    deletion = null;
    setProblem(null);
    setTries(tries + 1);
  };
  return (
    <main className={styles['page']}>
      <h1>{failureText.deleting}</h1>
      <Problem text={problem} />
      {problem !== null && (
        <Button kind="primary" onClick={retry}>
          {failureText.tryAgain}
        </Button>
      )}
    </main>
  );
}

function Deleted() {
  return (
    <main className={styles['page']}>
      <h1>{failureText.allDeleted}</h1>
      <p>{failureText.allDeletedLead}</p>
      <a className={buttonClass({ kind: 'primary' })} href={appPath('/')}>
        {failureText.openAgain}
      </a>
    </main>
  );
}
