import { LANGUAGES, type LanguageChoice } from '#ui/messages/catalogue.ts';

/** What a person chose for this browser's pages. Small, so it is read before the first paint. */
export interface Preferences {
  theme: 'system' | 'light' | 'dark';
  language: LanguageChoice;
  chatModel: string;
  speechModel: string;
  embeddingModel: string;
  /** What reads aloud, and in which of its voices. */
  voiceModel: string;
  voice: string;
  railCollapsed: boolean;
  /** Whether the offer of a bigger model was put away. */
  offerClosed: boolean;
  /** Whether each new answer is read aloud. */
  readsAnswers: boolean;
  /** Whether anything was made here: a new chat begins with the last things, not with the ways in. */
  hasThings: boolean;
  /** How files of exported transcripts are named. */
  filePattern: string;
}

const NAME = 'alcove-preferences';
const DEFAULTS: Preferences = {
  theme: 'system',
  language: 'system',
  chatModel: 'alcove-guide',
  speechModel: 'alcove-whisper',
  embeddingModel: 'alcove-embed',
  voiceModel: 'alcove-voice',
  voice: 'heart',
  railCollapsed: false,
  offerClosed: false,
  readsAnswers: false,
  hasThings: false,
  filePattern: '{name}',
};

/** Longer than any id of a model. */
const MAX_ID = 300;

/** Characters of a pattern for names of files. */
export const MAX_PATTERN = 200;

const oneOf = (values: readonly unknown[]) => (value: unknown) => values.includes(value);
const isId = (value: unknown) =>
  typeof value === 'string' && value !== '' && value.length <= MAX_ID;
const isFlag = (value: unknown) => typeof value === 'boolean';

/** By hand: the first paint waits for it, and the parser of stored rows comes later. */
const CHECKS: { readonly [K in keyof Preferences]: (value: unknown) => boolean } = {
  theme: oneOf(['system', 'light', 'dark'] satisfies Preferences['theme'][]),
  language: oneOf(['system', ...Object.keys(LANGUAGES)]),
  chatModel: isId,
  speechModel: isId,
  embeddingModel: isId,
  voiceModel: isId,
  voice: isId,
  railCollapsed: isFlag,
  offerClosed: isFlag,
  readsAnswers: isFlag,
  hasThings: isFlag,
  filePattern: (value) => isId(value) && String(value).length <= MAX_PATTERN,
};

/** Stored preferences field by field; the default where a field is invalid. */
export function readPreferences(): Preferences {
  let stored: unknown;
  try {
    stored = JSON.parse(localStorage.getItem(NAME) ?? '{}');
  } catch {
    // No text of ours, or no storage.
  }
  const found = Object.entries(stored ?? {}).filter(
    ([name, value]) => Object.hasOwn(CHECKS, name) && CHECKS[name as keyof Preferences](value),
  );
  return { ...DEFAULTS, ...Object.fromEntries(found) };
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
