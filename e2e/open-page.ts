// The published types of the global: `alcove` in every test.

import type { Page } from '@playwright/test';
import type {} from '#client/alcove-global.d.ts';
import { SCRIPTED } from '#testing/scripted-models.ts';

/** Opens the app, waits until `/v1` answers in it, and makes a key. */
export async function openPage(page: Page, path = '/?scripted-models'): Promise<string> {
  await page.goto(path);
  return page.evaluate(async () => {
    // The first visit of a plain host reloads itself once; then this runs again.
    await alcove.ready;
    return alcove.createApiKey('e2e');
  });
}

/** The embedded models where there is one for the task. */
export const EMBEDDED = {
  ...SCRIPTED,
  chat: 'alcove-guide',
  embed: 'alcove-embed',
  speech: 'alcove-digits',
};
