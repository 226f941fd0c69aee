import { isEmptyWord } from './question-words.ts';
import type { Found, TextTable } from './table-rows.ts';

const GENDERS: readonly [question: string, value: RegExp, letter: RegExp][] = [
  [
    'wom[ae]n|females?|girls?|lad(?:y|ies)',
    /^(?:females?|wom[ae]n|girls?|lad(?:y|ies))$/i,
    /^[fw]$/i,
  ],
  ['m[ae]n|males?|boys?|lads?|gentlem[ae]n', /^(?:males?|m[ae]n|boys?|gentlem[ae]n)$/i, /^m$/i],
];
const OTHER = /^(?:|[-–x?d]|nb|mixed|other|unknown|divers\w*|non-?binary)$/i;
/** Of columns without such a name letters may be days or sizes. */
const OF_LETTERS = /\b(?:sex|gender|m\/f|f\/m|geschlecht)\b/i;
const ASKED = new RegExp(`\\b(?:${GENDERS.map(([form]) => form).join('|')})\\b(?:['’]s?)?`, 'giu');

/** What a question says of a trait, and the question without it. */
export interface Trait {
  rest: string;
  found: Found;
}

/**
 * The women or men of a question, whatever their column calls them: `F`, `Women`; null where it asks for neither, undefined
 * where no column says it, or both are meant.
 */
export function genderIn(question: string, table: TextTable): Trait | null | undefined {
  const asked = [...question.matchAll(ASKED)].map(([word]) => word);
  const plain = asked.map((word) => word.toLowerCase().replace(/['’].*/u, ''));
  if (asked.length === 0 || isNamed(plain, table)) return null;
  const meant = GENDERS.filter(([form]) =>
    plain.some((word) => new RegExp(`^(?:${form})$`, 'u').test(word)),
  );
  const columns = table.columns.filter((column) => isOfGenders(column.name, table));
  const [gender, ...more] = meant;
  const [column, ...others] = columns;
  if (!gender || !column || more.length > 0 || others.length > 0)
    return columns.length === 0 && isPartOfValue(plain, table) ? null : undefined;
  const [, ...forms] = gender;
  const isMeant = (value: string) => forms.some((form) => form.test(value));
  const values = new Set(table.rows.flatMap(({ cells }) => cells.get(column.name) ?? []));
  return {
    rest: question.replace(ASKED, (word, at: number) => {
      // “Female dogs” are dogs, and “women” all rows.
      const [, next = ''] = /^ (\p{L}+)/u.exec(question.slice(at + word.length)) ?? [];
      return next === '' || isEmptyWord(next.toLowerCase()) ? 'persons' : '';
    }),
    found: {
      isExact: true,
      parts: asked,
      words: `${column.name} = ${[...values].filter(isMeant).join(' / ')}`,
      holds: ({ cells }) => isMeant((cells.get(column.name) ?? '').trim()),
    },
  };
}

function isOfGenders(name: string, { rows }: TextTable): boolean {
  const values = rows.map(({ cells }) => (cells.get(name) ?? '').trim());
  const forms = GENDERS.map(([, word, letter]) =>
    OF_LETTERS.test(name) ? [word, letter] : [word],
  );
  const isOf = (value: string) => forms.some((some) => some.some((form) => form.test(value)));
  return values.some(isOf) && values.every((value) => isOf(value) || OTHER.test(value));
}

/** Whether they are the name of a column: `Boys` of a table of classes. */
const isNamed = (asked: readonly string[], { columns }: TextTable): boolean =>
  columns.some(({ name }) => asked.some((word) => new RegExp(`\\b${word}\\b`, 'iu').test(name)));

/** “Lady Fern” is no woman. */
const isPartOfValue = (asked: readonly string[], { rows }: TextTable): boolean =>
  asked.every((word) => {
    const form = new RegExp(`\\b${word}\\b`, 'iu');
    return rows.some(({ cells }) => [...cells.values()].some((value) => form.test(value)));
  });
