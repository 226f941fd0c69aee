import { startClient } from '#client/alcove.ts';
import { allowOwnScripts } from '#transport/own-scripts.ts';
import { applyTheme } from '#ui/state/preferences.ts';

applyTheme();
allowOwnScripts();

/** Started before the pages are so much as evaluated: the service comes up beside them. */
export const client = startClient(__ALCOVE_VERSION__);
