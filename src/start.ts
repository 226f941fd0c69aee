import { type Client, startClient } from '#client/alcove.ts';
import { leaveWhenDeleted } from '#client/all-deleted.ts';
import { isDeletedUrl } from '#contract/app-path.ts';
import { allowOwnScripts } from '#transport/own-scripts.ts';
import { isFirstVisit } from '#ui/state/first-page.ts';
import { applyTheme } from '#ui/state/preferences.ts';

function start(): Client | { error: unknown } | null {
  try {
    applyTheme();
    if (isDeletedUrl(location.href)) return null;
    leaveWhenDeleted();
    allowOwnScripts();
    return startClient(__ALCOVE_VERSION__, isFirstVisit());
  } catch (error) {
    return { error };
  }
}

/**
 * Started before the pages are evaluated, so that the service starts in parallel. What it throws is shown as a
 * page by main.tsx: an exception here would leave the window blank. Null where nothing starts: everything was deleted.
 */
export const started = start();
