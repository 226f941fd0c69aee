import { flushSync } from 'react-dom';

/** Runs a store update and draws it before returning, so that its cost can be measured. */
export function drawNow(update: () => void): void {
  flushSync(update);
}
