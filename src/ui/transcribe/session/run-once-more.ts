/**
 * A function that starts work, one run at a time. Called during a run, it starts another one after it:
 * the run may have looked for work already and found none.
 */
export function runOnceMore(work: () => Promise<void>): () => void {
  let isRunning = false;
  let isWanted = false;
  return function start() {
    isWanted = true;
    if (isRunning) return;
    isRunning = true;
    isWanted = false;
    work()
      .catch((error: unknown) => reportError(error))
      .finally(() => {
        isRunning = false;
        if (isWanted) start();
      });
  };
}
