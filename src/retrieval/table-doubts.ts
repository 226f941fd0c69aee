import { runsOf, toPlain } from '#base/words.ts';
import { isEmptyWord, isStop, OPENS } from './question-words.ts';
import { IS_MONEY, MONEY } from './table-operations.ts';
import { hasWhole } from './table-phrases.ts';
import type { TableQuestion } from './table-question.ts';
import type { Found, TextColumn, TextTable } from './table-rows.ts';
import { isMoney } from './table-units.ts';
import { stem } from './table-words.ts';

/** The end of a plural, of what a question counts behind a word that says which: “how many Russian soldiers”. */
const COUNTED =
  /\b(?:how many|number of|wie viele) (\p{L}+) (\p{L}+s|people|men|women|children)\b/gu;
/** Before a noun these say which rows are meant, unless a measure is asked for: “how many used cars”, “how old”. */
const NARROWING =
  /(?<!\b(?:how|most|least|\p{L}+est|expensive) )\b(old|young|long|short|tall|heavy|light|fast|slow|quick|hot|warm|cold|cool|wet|windy|deep|cheap|expensive|dear|single|individual|used|needed|whole|entire|finished) (?!(?:over|under|above|below|more|less|at|than|between|exactly|about)\b)(\p{L}+)/gu;
/** “Ravi's brother” is not Ravi. */
const OWNED = /['’]s (\p{L}+)/gu;
/** Another list than this one. */
const LISTED = /\b(\p{L}+) (?:list|file|table|sheet|spreadsheet|register)\b/gu;
/** What a row has most of; of matches and times it is what the verb says. */
const MOST = /\bthe (?:most|fewest|least) (\p{L}+)/gu;
const TIMES = /^(?:matches|games|fixtures|times|often|frequently)$/;
/** A verb at the end without one of these is a verb of the whole question: “How many people in the warehouse smoke?” */
const AUXILIARY =
  /\b(?:is|are|was|were|be|been|has|have|had|did|do|does|can|could|will|would|wurden?|wird|werden|hat|haben|ist|sind|war|waren)\b/;
const LAST = /(?:^|\s)(\S+)\s(\p{L}+)\W*$/u;
/** Behind these a last word is a noun: “less than 30 hours a week”, “more than 12 matches”. */
const BEFORE_NOUN = /^(?:an?|the|per|\d\S*)$/;
/** At the end these say which rows are meant: “How many items are individual?” */
const PREDICATE =
  /\b(?:is|are|was|were|be) (?:individual|single|whole|entire|expensive|needed|used|old)\W*$/;
/** A unit in brackets. */
const UNIT = /\(.+\)/;

/**
 * Whether a word that nothing is known of stands where it surely says which rows, or what of them, is meant.
 * @param isForeign whether nothing is known of a word
 * @param isNamed whether a condition or a column says it
 */
export function isDoubtful(
  plain: string,
  { operation, target }: TableQuestion,
  isForeign: (word: string) => boolean,
  isNamed: (word: string) => boolean,
): boolean {
  if (hasWhole(plain) || isNarrowed(plain, isNamed) || (target && isOtherThanMoney(plain, target)))
    return true;
  const isUnknown = (word: string) => !isEmptyWord(word) && isForeign(word);
  const owned = [OWNED, LISTED].flatMap((form) => [...plain.matchAll(form)]);
  if (owned.some(([, word = '']) => isUnknown(word))) return true;
  const counted = [...plain.matchAll(COUNTED)];
  if (counted.some(([, word = '', noun = '']) => !isStop(noun) && isUnknown(word))) return true;
  const isExtreme = operation === 'highest' || operation === 'lowest';
  const most = isExtreme && target ? [...plain.matchAll(MOST)] : [];
  if (most.some(([, word = '']) => !TIMES.test(word) && isNoun(word) && isUnknown(word)))
    return true;
  if (operation === 'count' && PREDICATE.test(plain)) return true;
  if (operation !== 'count' || AUXILIARY.test(plain)) return false;
  const [, before = '', last = ''] = LAST.exec(plain) ?? [];
  return last !== '' && !BEFORE_NOUN.test(before) && !OPENS.test(before) && isUnknown(last);
}

const isNarrowed = (plain: string, isNamed: (word: string) => boolean): boolean =>
  isPaidUnknown(plain, isNamed) ||
  [...plain.matchAll(NARROWING)].some(
    ([, word = '', noun = '']) => !isEmptyWord(noun) && !isNamed(word),
  );

/** “How many orders were paid” asks for some of them; with a manner or an amount behind it says more. */
const COUNTED_PAID =
  /\b(?:how many|number of)\b(?:.*\b(paid|sold|bought|billed|charged|spent|earned)\b(?=\W*$|,? (?:and|or|but|yet|already)\b)| (paid|sold|billed|charged)\b)/u;
/** Columns of a table of sales: each row is one. */
const OF_SALE = 'customer client buyer price total revenue takings sale sold amount cost'.split(
  ' ',
);

function isPaidUnknown(plain: string, isNamed: (word: string) => boolean): boolean {
  const [, behind, before] = COUNTED_PAID.exec(plain) ?? [];
  const verb = behind ?? before ?? '';
  if (verb === '' || isNamed(verb)) return false;
  return !(/^(?:sold|bought)$/.test(verb) && OF_SALE.some(isNamed));
}

/** “The most expensive” is no noun. */
const isNoun = (word: string) => !/(?:ive|ous|able|ful|al|ant|ent)$/.test(word);

/** What something costs is not known from how much of it there was: of kilowatt hours, or of pounds. */
function isOtherThanMoney(plain: string, { name }: TextColumn): boolean {
  const own = name.toLowerCase();
  return UNIT.test(own) && !isMoney(own) && !IS_MONEY.test(own) && MONEY.test(plain);
}

/** How a question is read. */
export interface Reading {
  read: TableQuestion;
  conditions: readonly Found[];
  /** Whether only some of the first rows are asked for. */
  isRanked: boolean;
}

/** Whether a question may mean something else than how it is read. */
export type Check = (
  plain: string,
  table: TextTable,
  reading: Reading,
  question: string,
) => boolean;

export const wordsOf = (text: string): string[] => [...runsOf(toPlain(text))].map(([word]) => word);
export const partsOf = (conditions: readonly Found[]) => conditions.flatMap(({ parts }) => parts);
export const valuesOf = ({ rows }: TextTable, { name }: TextColumn): string[] =>
  rows.flatMap(({ cells }) => cells.get(name)?.trim() || []);
export const withoutUnit = (name: string) =>
  toPlain(name)
    .replace(/\(.*\)/u, '')
    .trim();
/** The column that a condition is of. */
export const isOf = ({ words: said }: Found, { name }: TextColumn) =>
  said.startsWith(`${name} `) || said.startsWith(`${name}:`);

/** The columns that a question names, where rows repeat some values. */
const repeatedIn = (plain: string, table: TextTable): TextColumn[] => {
  const asked = new Set(wordsOf(plain).map(stem));
  return table.columns.filter((column) => {
    const values = valuesOf(table, column);
    const isNamed = column.kind !== 'number' && asked.has(stem(withoutUnit(column.name)));
    return isNamed && new Set(values).size < values.length;
  });
};

const PERSON =
  /^(?:name|full name|donor|customer|client|swimmer|runner|member|patient|pupil|student|player|athlete)s?$/;
/** An age counts once, and the most expensive months are no rows of them. */
export const isOfRepeated: Check = (
  plain,
  table,
  { read: { operation, target, group }, isRanked, conditions },
) => {
  const named = repeatedIn(plain, table).filter(
    (column) => !conditions.some((one) => isOf(one, column)),
  );
  if (isRanked && !group && named.length > 0) return true;
  const isAge = target !== null && /^(?:age|alter)$/.test(withoutUnit(target.name));
  const isMean = isRanked || operation === 'average';
  return (
    isAge &&
    isMean &&
    table.columns.some((column) => {
      const values = valuesOf(table, column);
      return PERSON.test(withoutUnit(column.name)) && new Set(values).size < values.length;
    })
  );
};

const OF_PEOPLE =
  /\b(?:attend\w*|guests?|visitors?|participants?|passengers?|people|persons|heads|pupils|saved|audience)\b/;
/** Who read most meters has most different ones. */
export const isOtherFirst: Check = (
  plain,
  table,
  { read: { operation, target, group }, conditions },
) => {
  if (!group || target) return false;
  const [, noun = ''] = /\b(?:most|more|fewest|fewer|least|less) (\p{L}+)/u.exec(plain) ?? [];
  // People are no rows, where a number says how many they were.
  if (/^(?:people|persons?)$/.test(noun))
    return table.columns.some(
      ({ name, kind }) => kind === 'number' && OF_PEOPLE.test(toPlain(name)),
    );
  const isOne = (value: string) => PERSON.test(noun) || /\d/.test(value);
  // Most owls are most rows, most swimmers or codes are not.
  const [column] = repeatedIn(noun, table).filter(
    (one) => one !== group && valuesOf(table, one).every(isOne),
  );
  if (!column) return false;
  const rows = table.rows.filter((row) => conditions.every(({ holds }) => holds(row)));
  const groups = new Map<string, string[]>();
  for (const { cells } of rows) {
    const [name, value] = [cells.get(group.name), cells.get(column.name)];
    if (name && value) groups.set(name, [...(groups.get(name) ?? []), value]);
  }
  const firstBy = (size: (values: string[]) => number) => {
    const sizes = [...groups].map(([name, own]) => ({ name, size: size(own) }));
    const best = (operation === 'highest' ? Math.max : Math.min)(...sizes.map((one) => one.size));
    return sizes.flatMap(({ name, size: own }) => (own === best ? name : [])).join();
  };
  return firstBy((values) => values.length) !== firstBy((values) => new Set(values).size);
};
