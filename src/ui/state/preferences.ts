import { ARE_LANGUAGES_OFFERED, type LanguageChoice } from '#ui/messages/load-language.ts';

/** What a person chose for this browser's pages. Small, so it is read before the first paint. */
export interface Preferences {
  theme: 'system' | 'light' | 'dark';
  language: LanguageChoice;
  chatModel: string;
  speechModel: string;
  embeddingModel: string;
  railCollapsed: boolean;
  /** Whether the offer of a bigger model was put away. */
  offerClosed: boolean;
}

const NAME = 'alcove-preferences';
const DEFAULTS: Preferences = {
  theme: 'system',
  language: ARE_LANGUAGES_OFFERED ? 'system' : 'en',
  chatModel: 'alcove-guide',
  speechModel: 'alcove-whisper',
  embeddingModel: 'alcove-embed',
  railCollapsed: false,
  offerClosed: false,
};

export function readPreferences(): Preferences {
  try {
    const stored = JSON.parse(localStorage.getItem(NAME) ?? '{}') as Partial<Preferences>;
    return { ...DEFAULTS, ...stored };
  } catch {
    return DEFAULTS;
  }
}

export function writePreferences(changes: Partial<Preferences>): void {
  try {
    localStorage.setItem(NAME, JSON.stringify({ ...readPreferences(), ...changes }));
  } catch {
    // A full or closed store costs a preference, nothing a person wrote.
  }
  applyTheme();
}

export function applyTheme(): void {
  const { theme } = readPreferences();
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
}
