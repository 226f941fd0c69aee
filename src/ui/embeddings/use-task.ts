import { useState } from 'react';
import { describeError } from '#ui/state/describe-error.ts';

/** Work that a press starts: whether it is running, and the last error. */
export function useTask(work: () => Promise<void>) {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const start = () => {
    setBusy(true);
    setProblem(null);
    work()
      .catch((error: unknown) => setProblem(describeError(error)))
      .finally(() => setBusy(false));
  };
  return { isBusy, problem, start };
}
