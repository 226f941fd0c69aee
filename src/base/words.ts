/** Languages written without spaces between words, ISO-639. */
export const UNSPACED_LANGUAGES: ReadonlySet<string> = new Set('zh yue ja th lo km my'.split(' '));

/** Their scripts, with the characters that several of them share. */
const SCRIPTS = ['Han', 'Hiragana', 'Katakana', 'Bopomofo', 'Thai', 'Lao', 'Khmer', 'Myanmar'];
const UNSPACED = `[${SCRIPTS.map((name) => `\\p{scx=${name}}`).join('')}]`;
const LETTER = '[\\p{L}\\p{N}\\p{M}]';
/** Characters that belong together, of spaced or of unspaced scripts: a text may change between them in mid-word. */
const RUN = new RegExp(`(?:(?=${LETTER})${UNSPACED})+|(?:(?!${UNSPACED})${LETTER})+`, 'gu');
const HAS_UNSPACED = new RegExp(`(?=${LETTER})${UNSPACED}`, 'u');
const ASCII_RUN = /[a-zA-Z0-9]+/g;

/** Beyond these a text needs no decomposition, and no script has to be detected. */
const ASCII = /^[\0-\x7f]*$/;

/** Words of one text that are indexed; a longer one is found by its first. */
const MAX_WORDS = 2_000;
const MAX_LENGTH = 40;
/** Characters of a place inside a run of a script without spaces. */
const PLACE_LENGTH = 8;
/** Shorter words of scripts with spaces begin too many others. */
const MIN_LENGTH = 2;

/** Whether a word is in a script without spaces. */
export const isUnspaced = (word: string): boolean => HAS_UNSPACED.test(word);

/** Lower-case letters that have another one for the same capital. */
const SAME: Readonly<Record<string, string>> = { ı: 'i', ς: 'σ' };

/**
 * A text as searches compare it, in whatever language: lower case, with every character in its place. Only
 * the Turkish İ gets longer in lower case: positions behind it would be wrong in the text.
 */
export function foldCase(text: string): string {
  const lower = text.toLowerCase();
  const plain = lower.length === text.length ? lower : text.replaceAll('İ', 'i').toLowerCase();
  return plain.replace(/[ıς]/g, (letter) => SAME[letter] ?? letter);
}

/** A text as words are compared: lower case, without accents. */
export function toPlain(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  return foldCase(text.normalize('NFKD').replace(/\p{M}+/gu, ''));
}

/** Runs of letters and digits with their places, as written; of scripts without spaces a run can be a sentence. */
export function runsOf(text: string): RegExpStringIterator<RegExpExecArray> {
  return text.matchAll(ASCII.test(text) ? ASCII_RUN : RUN);
}

/** The words of a text as written: of scripts without spaces those that the browser's dictionary knows. */
export function* wordsOf(text: string): Generator<string> {
  const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });
  for (const { segment, isWordLike } of segmenter.segment(text)) if (isWordLike) yield segment;
}

/**
 * The words that a text is ranked by: lower case, without accents and the English plural. Scripts without spaces
 * have each character and each two of them instead, as no dictionary cuts a question like its answer.
 */
export function rankingTerms(text: string): string[] {
  return terms(text, (characters) => [...characters, ...pairsOf(characters)]);
}

/** The `rankingTerms` that a question is asked by. */
export function questionTerms(question: string): string[] {
  return terms(question, (characters) =>
    characters.length === 1 ? characters : pairsOf(characters),
  );
}

function terms(text: string, cut: (characters: string[]) => string[]): string[] {
  const found: string[] = [];
  for (const [run] of runsOf(toPlain(text))) {
    if (!isUnspaced(run)) found.push(singular(run));
    // Not spread into one call: a run may have megabytes.
    else for (const term of cut([...run])) found.push(term);
  }
  return found;
}

const pairsOf = (characters: readonly string[]) =>
  characters.slice(1).map((character, i) => `${characters[i]}${character}`);

/** Harman's S-stemmer. */
function singular(word: string): string {
  if (word.length < 4 || !word.endsWith('s')) return word;
  if (/[^ae]ies$/.test(word)) return `${word.slice(0, -3)}y`;
  if (/[^aeo]es$/.test(word)) return word.slice(0, -1);
  return /[us]s$/.test(word) ? word : word.slice(0, -1);
}

/**
 * The distinct words that a text is found by, of scripts without spaces what begins at each of their characters:
 * each query's `queryWords` begin one of them.
 */
export function searchWords(text: string): string[] {
  const plain = toPlain(text);
  const words = new Set(queryWords(plain));
  for (const [run] of runsOf(plain)) {
    if (words.size >= MAX_WORDS) break;
    if (!isUnspaced(run)) continue;
    for (let at = 1; at < run.length && words.size < MAX_WORDS; at++)
      words.add(run.slice(at, at + PLACE_LENGTH));
  }
  return [...words];
}

/** The distinct words of a query. */
export function queryWords(query: string): string[] {
  const words = new Set<string>();
  for (const [run] of runsOf(toPlain(query))) {
    if (words.size >= MAX_WORDS) break;
    if (isUnspaced(run)) words.add(run.slice(0, PLACE_LENGTH));
    else if (run.length >= MIN_LENGTH) words.add(run.slice(0, MAX_LENGTH));
  }
  return [...words];
}

/** Scripts that several languages have in common; all other characters count as one more. */
export const SHARED_SCRIPTS: readonly [RegExp, string][] = [
  [/\p{Script=Latin}/u, 'latin'],
  [/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u, 'cjk'],
  [/\p{Script=Cyrillic}/u, 'cyrillic'],
  [/\p{Script=Arabic}/u, 'arabic'],
  [/\p{Script=Devanagari}/u, 'devanagari'],
];
