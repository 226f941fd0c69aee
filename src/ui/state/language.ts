import { create } from 'zustand';
import type { LanguageChoice } from '#ui/messages/catalogue.ts';
import { loadLanguage } from '#ui/messages/load-language.ts';
import { drawNow } from './draw-now.ts';
import { writePreferences } from './preferences.ts';

/**
 * Counts changes of the language: texts are not state, so the app is drawn again when it changes. Not the
 * language itself, which is loaded after this module.
 */
export const useLanguage = create<{ changes: number }>(() => ({ changes: 0 }));

/** Stores a person's choice and shows the app in it. */
export async function changeLanguage(choice: LanguageChoice): Promise<void> {
  await loadLanguage(choice);
  writePreferences({ language: choice });
  drawNow(() => useLanguage.setState(({ changes }) => ({ changes: changes + 1 })));
}
