import { create } from 'zustand';
import { type Language, language } from '#ui/messages/catalogue.ts';
import { type LanguageChoice, loadLanguage } from '#ui/messages/load-language.ts';
import { drawNow } from './draw-now.ts';
import { writePreferences } from './preferences.ts';

/** The language on screen: texts are not state, so the app is drawn again when it changes. */
export const useLanguage = create<{ language: Language }>(() => ({ language: language() }));

/** Stores a person's choice and shows the app in it. */
export async function changeLanguage(choice: LanguageChoice): Promise<void> {
  await loadLanguage(choice);
  writePreferences({ language: choice });
  drawNow(() => useLanguage.setState({ language: language() }));
}
