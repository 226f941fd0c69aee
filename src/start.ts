import { startClient } from '#client/alcove.ts';
import { applyTheme } from '#ui/state/preferences.ts';
import { allowOwnScripts } from '#wire/own-scripts.ts';

applyTheme();
allowOwnScripts();

/** Started before the pages are so much as evaluated: the service comes up beside them. */
export const client = startClient(__ALCOVE_VERSION__);
