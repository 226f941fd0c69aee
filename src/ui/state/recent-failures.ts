/** Failures that are remembered for a report. */
const MAX_FAILURES = 20;

const failures: unknown[] = [];

/** Remembers uncaught exceptions and `reportError`: their places go into a report, never their messages. */
export function rememberFailures(): void {
  addEventListener('error', ({ error }) => remember(error));
  addEventListener('unhandledrejection', ({ reason }) => remember(reason));
}

/** The latest, oldest first. */
export function recentFailures(): readonly unknown[] {
  return failures;
}

function remember(failure: unknown): void {
  failures.push(failure);
  if (failures.length > MAX_FAILURES) failures.shift();
}
