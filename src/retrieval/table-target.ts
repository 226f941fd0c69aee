import { toPlain } from '#base/words.ts';
import { isEmptyWord } from './question-words.ts';
import {
  IS_MONEY,
  IS_QUANTITY,
  IS_RATE,
  MONEY,
  measuredBy,
  OF_TIME,
  type Operation,
  QUANTITY,
  SCORED,
  withMeasures,
} from './table-operations.ts';
import { isSameNoun } from './table-roles.ts';
import { areNames, type Found, type TextColumn, type TextTable } from './table-rows.ts';
import { isOfEntry } from './table-tenure.ts';
import { isUnit } from './table-units.ts';
import { stem, stems, verbForms } from './table-words.ts';

const IS_WHEN =
  /\b(?:latest|newest|oldest|earliest|most recent|neuest\w*|altest\w*)\b|\b(?:when|wann)\b.*\b(?:first|last|erst\w*|letzt\w*)\b/;
const FIRST =
  /^(?:(?:what|which|who|show me|give me|tell me)?\s*(?:is|was|were|are)?\s*(?:the|our|my) )(?:very )?(?:first|last) (\p{L}+)\b(?! (?:name|time|class|aid|year|day|week|month)\b)/u;
/** Whether it asks for the first or last row, by the name of the first column: “the last ride in May”. */
export const isFirstRow = (plain: string, { columns: [column] }: TextTable): boolean => {
  const noun = stem(FIRST.exec(plain)?.[1] ?? '');
  const own = new Set(stems(column?.name ?? ''));
  return noun !== '' && (own.has(noun) || isSameNoun(noun, own));
};
const COSTLY = /\b(?:(?:most|least) expensive|cheapest|dearest|priciest|costliest)\b/;
/** Words of a question that may name no column. */
const MAX_IMPLIED = 7;

export const isMentioned = ({ name }: TextColumn, asked: ReadonlySet<string>) =>
  stems(name).some((word) => word.length > 2 && asked.has(word));

/** Whether a question means a column by what it measures: `heaviest` the one of weights. */
export const isMeasured = (question: string, column: TextColumn | null): boolean =>
  column !== null && isMentioned(column, withMeasures(toPlain(question), new Set()));

/** The column that is computed: one that the question names, else one of money or of time it means, else the only one. */
export function findTarget(
  plain: string,
  operation: Operation,
  asked: ReadonlySet<string>,
  table: TextTable,
  limits: readonly Found[],
): TextColumn | null {
  const { columns } = table;
  const isComputable = (one: TextColumn) =>
    one.kind === 'number' && !isOtherAge(one, plain) && !isNumbering(one, table);
  const numbers = columns.filter(isComputable);
  const dates = columns.filter(({ kind }) => kind === 'date');
  const named = (some: readonly TextColumn[]) =>
    namedTarget(plain, operation, asked, OF_TIME.test(plain) ? [...some, ...dates] : some);
  // “The total quantity with a price over $20”.
  const isLimited = ({ name }: TextColumn) =>
    limits.some(({ words }) => words.startsWith(`${name} `));
  const meant = costing(plain, asked, numbers, columns);
  const found = named(meant.filter((column) => !isLimited(column))) ?? named(meant);
  if (found !== undefined) return found;
  if ((IS_WHEN.test(plain) || isFirstRow(plain, table)) && dates.length === 1)
    return datedBy(plain, dates[0] ?? null);
  const money =
    meant === numbers || meant.length > 1 ? moneyColumns(plain, operation, table) : meant;
  if (!money) return null;
  if (money.length === 1) return money[0] ?? null;
  // A short question for the total means the only numbers; a longer one may mean anything.
  const isShort =
    asked.size <= MAX_IMPLIED &&
    /\b(?:total|sum|average|mean|how much|summe|insgesamt)\b/.test(plain);
  return isShort && numbers.length === 1 ? (numbers[0] ?? null) : null;
}

/**
 * Of the cheapest the columns of money: the most expensive bottle is not most bottles, and has a price of each. None where
 * the most expensive product may have the highest price, or an order.
 */
function costing(
  plain: string,
  asked: ReadonlySet<string>,
  numbers: readonly TextColumn[],
  [first]: readonly TextColumn[],
): readonly TextColumn[] {
  const money = numbers.filter(({ name }) => IS_MONEY.test(toPlain(name)));
  if (!COSTLY.test(plain) || money.length === 0) return numbers;
  const isNamed = (column: TextColumn) => isMentioned(column, asked);
  const rates = money.filter(({ name }) => IS_RATE.test(toPlain(name)));
  if (rates.length === 0 || rates.length === money.length) return money;
  if (numbers.some((one) => !money.includes(one) && isNamed(one))) return rates;
  return money.some(isNamed) || (first && isNamed(first)) ? money : [];
}

/** Whether a column has the price of one thing: a sum of some says nothing. */
export const isPriceOfOne = ({ name }: TextColumn): boolean =>
  IS_RATE.test(toPlain(name)) &&
  IS_MONEY.test(toPlain(name)) &&
  !/\bper (?:year|month|week|day|annum)\b/i.test(name);

/** Whether the first column numbers the rows: most plots are no highest `Plot`. */
function isNumbering({ name }: TextColumn, { columns, rows }: TextTable): boolean {
  if (name !== columns[0]?.name) return false;
  const values = rows.map(({ cells }) => cells.get(name) ?? '');
  return (
    areNames(values) &&
    values.every((value, i) => i === 0 || Number(value) - 1 === Number(values[i - 1]))
  );
}

/** Whether an age is of something that a question does not name: who is older is not known from a `Reading age`. */
export const isOtherAge = ({ name }: TextColumn, plain: string): boolean => {
  const words = stems(name.replace(/\(.*\)/, ' '));
  const asked = new Set(stems(plain));
  const isOwn = (word: string) => asked.has(word) || /^(?:age|alter|in|at|of|year)$/.test(word);
  return words.includes('age') && !asked.has('age') && !words.every(isOwn);
};

/** Whether a column has another measure than a question asks for: `Parcels` are no weights; but a list may be long. */
export function isOtherMeasure(plain: string, target: TextColumn | null): boolean {
  // The value of a stock is that of its prices too.
  const isWorth = /\b(?:total|combined|overall) (?:\p{L}+ )?value\b|\bworth\b/u.test(plain);
  if (target && isWorth && !IS_MONEY.test(toPlain(target.name))) return true;
  const words = [...plain.matchAll(/\b(?!long|short)\p{L}+est\b/gu)].map(([word]) => word);
  const measures = measuredBy(words.join(' '));
  return (
    target?.kind === 'number' && measures.length > 0 && !isMentioned(target, new Set(measures))
  );
}

/** The columns of money, where a question means one; null where what it asks for is in none of them. */
function moneyColumns(
  plain: string,
  operation: Operation,
  { columns }: TextTable,
): TextColumn[] | null {
  if (!MONEY.test(plain)) return [];
  const numbers = columns.filter(({ kind }) => kind === 'number');
  const money = numbers.filter(({ name }) => IS_MONEY.test(toPlain(name)));
  // What somebody paid is not what they earned.
  const isPaid = columns.some(({ name, kind }) =>
    (kind === 'number' ? /\b(?:paid|spent|expense|cost)/ : /\b(?:paid|spent) by\b/).test(
      toPlain(name),
    ),
  );
  if (isPaid && /\bearn(?:s|ed)?\b/.test(plain)) return null;
  // Most of a product was sold by its number, or by its price.
  const isSold = /\b(?:sold|bought)(?: the)? (?:most|least|fewest|best)\b/.test(plain);
  if (isSold && numbers.some(({ name }) => IS_QUANTITY.test(toPlain(name)))) return null;
  if (money.length > 1) return withoutRates(money);
  if (operation === 'highest' || operation === 'lowest') return money;
  if (money.some(({ name }) => IS_RATE.test(toPlain(name)))) return null;
  // Prices of one each are no amounts.
  const isEach = ({ name }: TextColumn) => /\b(?:price|preis)\b/.test(toPlain(name));
  const isCounted = numbers.some(({ name }) => QUANTITY.test(toPlain(name)));
  return money.length === 1 && isCounted && money.every(isEach) ? null : money;
}

/** Next to totals a price is of one each. */
const withoutRates = (money: readonly TextColumn[]): TextColumn[] =>
  money.filter(
    ({ name }) => !IS_RATE.test(toPlain(name)) && !/\b(?:price|preis)\b/.test(toPlain(name)),
  );

/** Who is the oldest is not known from the days on which people came, or on which a pet had a visit. */
const datedBy = (plain: string, column: TextColumn | null): TextColumn | null =>
  column && /\boldest\b/.test(plain) && !isDayOf(column, plain) ? null : column;

const isDayOf = (column: TextColumn, plain: string): boolean =>
  /\b(?:born|birth\w*)\b/i.test(column.name) ||
  (!isOfEntry(column) && /\b(?:when|wann)\b.*\boldest \p{L}/u.test(plain));

/** The one column that a question names; null where several may be meant, undefined where it names none. */
function namedTarget(
  plain: string,
  operation: Operation,
  asked: ReadonlySet<string>,
  columns: readonly TextColumn[],
): TextColumn | null | undefined {
  // A measure may be a distance or a duration, unless the question names it.
  const measured = new Set(measuredBy(plain));
  const direct = bestNamed(columns, asked);
  const isMeant = (one: TextColumn) => direct.includes(one) || isMentioned(one, measured);
  const either = direct.length === 1 ? direct : columns.filter(isMeant);
  const all = SCORED.test(plain) ? bestNamed(columns, withMeasures(plain, asked)) : either;
  if (all.length < 2) return all[0];
  // Points that somebody scored are in `Points`, not in `For`.
  const itself = all.filter(
    (column) => isMentioned(column, asked) && !/\b(?:for|against)\b/i.test(column.name),
  );
  if (SCORED.test(plain) && itself.length === 1) return itself[0];
  // The highest temperature is that of the column of the highest ones.
  const extreme = operation === 'highest' ? 'maximum' : 'minimum';
  const [first, ...others] = all.filter(({ name }) => stems(name).includes(extreme));
  return first && others.length === 0 ? first : null;
}

/** The columns with most of their words in the question; several where it cannot be said which is meant. */
export function bestNamed(
  columns: readonly TextColumn[],
  asked: ReadonlySet<string>,
): TextColumn[] {
  const scores = columns.map(({ name }) => {
    const words = stems(name);
    const same = words.filter(
      (word) => word.length > 2 && word !== 'per' && asked.has(word),
    ).length;
    return same === 0 ? 0 : same + same / (words.length + 1);
  });
  const best = Math.max(...scores);
  return best > 0 ? columns.filter((_, i) => scores[i] === best) : [];
}

/** A noun that is counted, with the words before it: “how many sick days”. */
const COUNTED =
  /\b(?:how many|number of|count of|the most|the fewest|wie viele|anzahl der|die meisten)((?: \p{L}+){1,3})/gu;
/** Words behind what the numbers of a column are of: `Goals for`, `Bottles sold`. */
const BEHIND = /^(?:of|for|against|per|in|on|at|by|from|to|\p{L}+ed)$/u;

/** The words that a question counts by. */
const countedWords = (plain: string): string[] =>
  [...plain.matchAll(COUNTED)].flatMap(([, phrase = '']) => {
    const words = phrase.trim().split(' ');
    const end = words.findIndex(isEmptyWord);
    return end < 0 ? words : words.slice(0, end);
  });

/** The noun that a column has numbers of, as `stem`: goals of `Goals for`, but a size of `Party size`. */
function headOf({ name }: TextColumn): string {
  const words = stems(name.replace(/\(.*\)|^.*\b(?:number|no\.?) of\b/giu, ' '));
  const end = words.findIndex(
    (word, i) =>
      i > 0 && (BEHIND.test(word) || (verbForms(word)[0] !== word && verbForms(word).length > 0)),
  );
  return words.at(end < 0 ? -1 : end - 1) ?? '';
}

/**
 * A column that is to be computed, where its numbers are of the noun that is counted: orders are no `Order total`. Null
 * where rows are counted, undefined where it is not certain.
 */
export function ofCounted(
  column: TextColumn,
  isCounted: boolean,
  plain: string,
  asked: ReadonlySet<string>,
): TextColumn | null | undefined {
  const words = countedWords(plain);
  const head = headOf(column);
  const counted = words.map(stem);
  if (column.kind !== 'number' || counted.includes(head)) return column;
  if (IS_QUANTITY.test(toPlain(column.name))) return words.includes('times') ? null : column;
  const own = stems(column.name).filter((word) => word.length > 2 && asked.has(word));
  const isModifier = own.length > 0 && own.every((word) => counted.includes(word));
  if (isCounted) {
    if (isAddedUp(plain, words, own)) return column;
    return own.includes(head) && head !== 'total' ? undefined : null;
  }
  if (!isModifier) return column;
  return words.some((word) => /[^s]s$/.test(word)) ? null : undefined;
}

/** Whether the counted things are what the numbers of a column are of: “how many died of wounds”, where a column has wounds. */
const isAddedUp = (plain: string, words: readonly string[], own: readonly string[]): boolean =>
  own.length === 0 ||
  SCORED.test(plain) ||
  words.some((word) => isUnit(word) || own.some((one) => plain.includes(`${word} of ${one}`)));

/** Columns of which the other end is meant: the oldest have the highest age, and the fastest the shortest time. */
const INVERTED: readonly [RegExp, RegExp, Operation][] = [
  [/\b(?:age|alter)\b/, /\b(?:oldest|altest\w*)\b/, 'highest'],
  [/\b(?:time|duration)\b/, /\b(?:fastest|quickest)\b/, 'lowest'],
  [/\b(?:time|duration)\b/, /\bslowest\b/, 'highest'],
];

/** The operation on the numbers of the column. */
export function inverted(
  operation: Operation,
  plain: string,
  target: TextColumn | null,
): Operation {
  if (target?.kind !== 'number') return operation;
  const name = toPlain(target.name).replaceAll('_', ' ');
  const other = INVERTED.find(([column, form]) => column.test(name) && form.test(plain));
  return other?.[2] ?? operation;
}
