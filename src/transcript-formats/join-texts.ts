/** Scripts whose words stand without spaces: Chinese, Japanese, Thai, Lao, Khmer, Burmese and their punctuation. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u3000-\u303f\uff00-\uffef]/u;

/** What stands between two texts of a language: a space, but nothing in scripts without spaces. */
export function spaceBetween(before: string, after: string): string {
  const [last = ''] = before.trimEnd().match(/.$/u) ?? [];
  const [first = ''] = after.trimStart().match(/^./u) ?? [];
  if (last === '' || first === '') return '';
  return UNSPACED.test(last) && UNSPACED.test(first) ? '' : ' ';
}

/** Texts as one, joined as their language joins words. */
export function joinTexts(texts: readonly string[]): string {
  return texts.reduce((all, text) => all + spaceBetween(all, text) + text.trim(), '');
}

/** Characters that fill the place of two. @see https://www.unicode.org/reports/tr11/ */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|[\u{1f300}-\u{1f64f}\u{1f900}-\u{1f9ff}\u{20000}-\u{3fffd}]/u;

/** Columns that a text fills on a screen. Marks that stand on other characters fill none. */
export function widthOf(text: string): number {
  let width = 0;
  for (const character of text) {
    if (/\p{Mn}/u.test(character)) continue;
    width += WIDE.test(character) ? 2 : 1;
  }
  return width;
}
