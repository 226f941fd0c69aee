/** Fewer letters are too few to detect a script. */
const MIN_LETTERS = 2;

/** Whether most letters of a text are not Latin. */
export function isOtherScript(text: string): boolean {
  const letters = text.match(/\p{L}/gu) ?? [];
  const others = letters.filter((letter) => !/\p{Script=Latin}/u.test(letter));
  return others.length >= MIN_LETTERS && others.length * 2 > letters.length;
}

/** Whether a model understands nothing but English. */
export function isEnglishOnly({ languages }: { languages: readonly string[] }): boolean {
  return languages.length === 1 && languages[0] === 'en';
}
