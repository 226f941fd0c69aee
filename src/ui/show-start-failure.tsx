import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { failureText } from '#ui/messages/failure.ts';
import { StartFailure } from './start-failure.tsx';
import { whyNotStarted } from './start-problem.ts';

/** Draws the page that says why the app did not start, or that it has stopped, in place of the app. */
export function showStartFailure(
  element: HTMLElement,
  kind: 'start' | 'stop',
  error: unknown,
): void {
  const problem =
    kind === 'start'
      ? whyNotStarted(error)
      : {
          reason: failureText.stopped,
          advice: failureText.stoppedAdvice,
        };
  // React still owns the element it failed in.
  const next = document.createElement('div');
  element.replaceWith(next);
  createRoot(next).render(
    <StrictMode>
      <StartFailure {...problem} error={error} />
    </StrictMode>,
  );
}
