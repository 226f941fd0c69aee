/** Fewer letters are too few to detect a script. */
const MIN_LETTERS = 2;

/** More is not looked at: a message may be a whole document, and the note below the box asks at every change. */
export const MAX_CHARACTERS = 2_000;

/** Whether most letters at the start of a text are not Latin. */
export function isOtherScript(text: string): boolean {
  const letters = text.slice(0, MAX_CHARACTERS).match(/\p{L}/gu) ?? [];
  const others = letters.filter((letter) => !/\p{Script=Latin}/u.test(letter));
  return others.length >= MIN_LETTERS && others.length * 2 > letters.length;
}

/** Whether a model understands nothing but English. */
export function isEnglishOnly({ languages }: { languages: readonly string[] }): boolean {
  return languages.length === 1 && languages[0] === 'en';
}
