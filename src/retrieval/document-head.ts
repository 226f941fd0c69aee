import { rankingTerms } from '#base/words.ts';
import { FUNCTION_WORDS, isForm, LIGHT_WORDS } from './function-words.ts';

/** Characters of a line that can be a title: shorter ones are buttons of a page, and its number. */
const [MIN_TITLE, MAX_TITLE] = [13, 90];
/** Characters of a word that says which document is meant. */
const MIN_WORD = 4;

/**
 * What a document is called: the words of its file's name, and its title. Its passages are about that, and seldom say it.
 * @param text its beginning
 */
export function documentHead(name: string, text: string): string {
  const [stem = ''] = name.split('.');
  const words = stem.replace(/[-_]+/g, ' ').trim();
  const title = titleOf(text);
  return [words, title].filter((part) => part !== '').join(', ');
}

/** The first line of a text, where it can be a title; of a table, or of prose, none is. */
function titleOf(text: string): string {
  const lines = text.split('\n', 20).map((line) => line.replace(/^#+\s*/, '').trim());
  const line = lines.find(({ length }) => length >= MIN_TITLE) ?? '';
  return line.length > MAX_TITLE || line.includes(' | ') || line.startsWith('[') ? '' : line;
}

/** A passage behind what its document is called, as far as the passage does not say it itself. */
export function withHead(head: string, text: string): string {
  const at = head.indexOf(', ');
  const title = head.slice(at + 2);
  const said = at >= 0 && text.includes(title) ? head.slice(0, at) : head;
  return said === '' ? text : `${said}: ${text}`;
}

/** The heads of documents that have a word of a question. */
export function namedHeads(question: string, heads: Iterable<string>): ReadonlySet<string> {
  const asked = wordsIn(question);
  const isNamed = (head: string) => {
    const named = wordsIn(head);
    return asked.some((word) => named.some((other) => isForm(word, other)));
  };
  return new Set([...new Set(heads)].filter(isNamed));
}

const wordsIn = (text: string) =>
  rankingTerms(text).filter(
    (word) => word.length >= MIN_WORD && !FUNCTION_WORDS.has(word) && !LIGHT_WORDS.has(word),
  );
