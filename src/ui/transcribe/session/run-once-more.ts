/**
 * A function that starts work, one run at a time. Called during a run, it starts another one after it:
 * the run may have looked for work already and found none.
 */
export function runOnceMore<T>(work: (input: T) => Promise<void>): (input: T) => void {
  let isRunning = false;
  let isWanted = false;
  return function start(input) {
    isWanted = true;
    if (isRunning) return;
    isRunning = true;
    isWanted = false;
    work(input)
      .catch((error: unknown) => reportError(error))
      .finally(() => {
        isRunning = false;
        if (isWanted) start(input);
      });
  };
}
