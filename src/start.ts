import { type Client, startClient } from '#client/alcove.ts';
import { allowOwnScripts } from '#transport/own-scripts.ts';
import { applyTheme } from '#ui/state/preferences.ts';

function start(): Client | { error: unknown } {
  try {
    applyTheme();
    allowOwnScripts();
    return startClient(__ALCOVE_VERSION__);
  } catch (error) {
    return { error };
  }
}

/**
 * Started before the pages are so much as evaluated: the service comes up in parallel. What it throws is shown as a
 * page by main.tsx: an exception here would leave the window blank.
 */
export const started = start();
