import { toPlain } from '#base/words.ts';
import { equalNumbers, namesNumber } from './table-numbers.ts';
import { stem, stems, type TextColumn, type TextTable } from './table-rows.ts';

/** The computation of an answer from rows. */
export type Operation = 'count' | 'sum' | 'average' | 'highest' | 'lowest' | 'rows';

const OPERATIONS: readonly [Operation, RegExp][] = [
  ['average', /\b(?:average|mean|on average|durchschnitt\w*|im mittel|moyenne|promedio)\b/],
  [
    'highest',
    /\b(?:highest|largest|biggest|greatest|maximum|max|longest|most|top|latest|newest|heaviest|fastest|last|tallest|deepest|widest|hottest|warmest|wettest|windiest|richest|farthest|furthest|strongest|northernmost|easternmost|how high did|hochst\w*|grosst\w*|teuerst\w*|meisten|neuest\w*|letzt\w*)\b/,
  ],
  [
    'lowest',
    /\b(?:lowest|smallest|minimum|min|shortest|least|fewest|cheapest|earliest|oldest|youngest|first|slowest|coldest|lightest|coolest|driest|weakest|nearest|narrowest|southernmost|westernmost|how low did|niedrigst\w*|kleinst\w*|billigst\w*|wenigsten|altest\w*|jungst\w*|erst\w*)\b/,
  ],
  ['count', /\b(?:how many|number of|count|wie viele|anzahl|combien de|cuantos|cuantas)\b/],
  [
    'sum',
    /\b(?:total|sum|altogether|overall|in all|how much|add up|combined|summe|insgesamt|gesamt\w*|wieviel|wie viel)\b/,
  ],
];
/** Words that mean a column of money, and its use. */
const MONEY =
  /\b(?:spend|spent|pay|paid|cost|costs|price|expensive|cheapest|amount|sales|revenue|earn|earned|sold|money|ausgegeben|bezahlt|kosten|preis|betrag|umsatz)\b/;
const IS_MONEY =
  /\b(?:amount|price|cost|total|paid|sum|value|sales|revenue|fee|betrag|preis|kosten|summe|umsatz)\b/;
const QUANTITY = /\b(?:quantity|qty|units|count|menge|anzahl|stuck)\b/;
/** Words of questions that mean a column by what it measures. */
const MEASURED: readonly [RegExp, string][] = [
  [/\b(?:heav(?:y|ier|iest)|light(?:er|est)|weighs?)\b/, 'weight'],
  [/\b(?:tall(?:er|est)?)\b/, 'height'],
  [/\b(?:long(?:er|est)?|short(?:er|est))\b/, 'length'],
  [/\b(?:fast(?:er|est)?|slow(?:er|est)?)\b/, 'speed'],
  [/\b(?:old(?:er|est)?|young(?:er|est)?|alter|altest\w*|jung(?:er|st\w*))\b/, 'age alter'],
  [/\b(?:hot(?:ter|test)?|warm(?:er|est)?|cold(?:er|est)?|cool(?:er|est)?)\b/, 'temperature'],
  [/\b(?:wet(?:ter|test)?|driest)\b/, 'precipitation'],
  [/\b(?:wind(?:y|ier|iest))\b/, 'wind'],
  [/\b(?:populous|inhabitants)\b/, 'population'],
  [/\b(?:deep(?:er|est)?)\b/, 'depth'],
  [/\b(?:far(?:thest)?|furthest|nearest)\b/, 'distance'],
  [/\b(?:north|south)ernmost\b/, 'latitude'],
  [/\b(?:east|west)ernmost\b/, 'longitude'],
  [/\bearn(?:s|ed)?\b/, 'salary income wage pay'],
];
/** What the words of a plain text measure: `heaviest` a weight. */
export const measuredBy = (plain: string): string[] =>
  MEASURED.flatMap(([form, name]) => (form.test(plain) ? stems(name) : []));
const withMeasures = (plain: string, asked: ReadonlySet<string>): ReadonlySet<string> =>
  new Set([...asked, ...measuredBy(plain)]);
/** Whether a question means a column by what it measures: `heaviest` the one of weights. */
export const isMeasured = (question: string, column: TextColumn | null): boolean =>
  column !== null && isMentioned(column, withMeasures(toPlain(question), new Set()));
/** A date is compared by these. */
const OF_TIME =
  /\b(?:latest|newest|oldest|earliest|last|first|neuest\w*|altest\w*|letzt\w*|erst\w*)\b/;
const IS_WHEN =
  /\b(?:latest|newest|oldest|earliest|most recent|neuest\w*|altest\w*)\b|\b(?:when|wann)\b.*\b(?:first|last|erst\w*|letzt\w*)\b/;
/** Words of a question that may name no column. */
const MAX_IMPLIED = 7;
/** Words that change what the rest of a question asks for. */
const CHANGED =
  /\b(?:not|no|but|besides|apart|aside|neither|nor|except|excluding|without|other than|different|distinct|unique|second|third|median|per|each|every|share|percentage|proportion|fraction|ratio|difference|compared|versus|vs|today|yesterday|tomorrow|heute|gestern|anteil|unterschied|differenz|nicht|kein\w*|ohne|ausser|verschieden\w*|pro|je|jede\w*)\b|n't\b|\b(?:than|als) (?!\p{Sc}?\s?-?\d)/u;
/** A time that is known from the day of the question alone. */
const RELATIVE =
  /\b(?:last|past|previous|this|next|current|letzt\w*|vorig\w*|dies\w*|nachst\w*) (?:few |\d+ )?(?:day|week|month|quarter|year|night|tag|woche|monat|quartal|jahr)/;
/** “Most expensive” is one row, “most rain” may be a sum. */
const SUPERLATIVE = /\bmost (?=\p{L}+(?:ive|ous|able|ful|al|ant|ent)\b)/gu;
const SUMMED = /\b(?:total|sum|most|least|altogether|spen[dt]|sold|fewest|meisten|insgesamt)\b/;
/** Words by which rows are added up, and spans of time that have several. */
const ADDED = /\b(?:total|altogether|spen[dt]|sold|bought|ausgegeben|verkauft|insgesamt)\b/;
const SPAN =
  /\b(?:which|what|welche\w*) (?:day|week|weekday|month|quarter|year|tag|woche|monat|quartal|jahr)\b/;
export const WHICH = /\b(?:which|what|who|whose|where|welche\w*|wer|wo)\b/;

/** What a question asks of a table. */
export interface TableQuestion {
  operation: Operation;
  /** The column that is computed. */
  target: TextColumn | null;
  /** The column of which the first value is asked for: "which category has most". */
  group: TextColumn | null;
  /** The column for each of whose values a result is asked for: "per category". */
  each: TextColumn | null;
  /** The words that say so; empty for none. */
  part: string;
}

export const isComputed = (question: string): boolean =>
  OPERATIONS.some(([, form]) => form.test(toPlain(question)));

/** Null where it asks for something that is not computed. */
export function readQuestion(question: string, table: TextTable): TableQuestion | null {
  const plain = toPlain(question);
  const each = findEach(plain, table);
  if (asksElse(plain, table, each)) return null;
  const asked = new Set(stems(question));
  const found = OPERATIONS.find(([, form]) => form.test(plain))?.[0] ?? 'rows';
  const target = found === 'rows' ? null : findTarget(plain, found, asked, table);
  const isSum = found === 'count' && target !== null && isMentioned(target, asked);
  const operation = isSum && !namesNumber(question, table) ? 'sum' : inverted(found, plain, target);
  const group = each ? null : findGroup(plain, asked, table, operation);
  if (each && (operation === 'rows' || operation === 'highest' || operation === 'lowest'))
    return null;
  if (isConfused(plain, target, group)) return null;
  return { operation, target, group, each, part: each ? (EACH.exec(plain)?.[0] ?? '') : '' };
}

/** The words of a question that ask for a computation, and for what. */
export const operationWords = (plain: string): string[] =>
  [
    ...OPERATIONS.map(([, form]) => form),
    MONEY,
    OF_TIME,
    ...MEASURED.map(([form]) => form),
  ].flatMap((form) => [...plain.matchAll(new RegExp(form, 'gu'))].map(([word]) => word));

/** Whether a question asks for two results, for the extreme of sums by something that is no column, or for the last row. */
function isConfused(plain: string, target: TextColumn | null, group: TextColumn | null): boolean {
  const own = new Set(target ? stems(target.name) : []);
  const named = plain.replace(/\p{L}+/gu, (word) => (own.has(stem(word)) ? ' ' : word));
  const rest = named.replace(SUPERLATIVE, 'highest ');
  const asks = (one: Operation) =>
    OPERATIONS.some(([name, form]) => name === one && form.test(rest));
  const extremes = Number(asks('highest')) + Number(asks('lowest'));
  const isSum = /\b(?:total|sum|altogether|combined|summe|gesamt\w*)\b/.test(rest);
  if (asks('average') && (extremes > 0 || isSum)) return true;
  if (extremes > 1) return true;
  if (extremes === 0 || group || target?.kind !== 'number') return false;
  if (isSum || (WHICH.test(rest) && ADDED.test(rest)) || (SPAN.test(plain) && SUMMED.test(rest)))
    return true;
  return (
    OF_TIME.test(rest) &&
    !own.has('age') &&
    !own.has('alter') &&
    !/(?:most|highest|lowest|largest|smallest)/.test(rest)
  );
}

/** The oldest person has the highest age, and the earliest date. */
function inverted(operation: Operation, plain: string, target: TextColumn | null): Operation {
  if (
    target?.kind !== 'number' ||
    !stems(target.name).some((word) => word === 'age' || word === 'alter')
  )
    return operation;
  if (/\b(?:oldest|altest\w*)\b/.test(plain)) return 'highest';
  return operation;
}

const EACH = /\b(?:per|by|(?:for |in |of |from )?(?:each|every)|pro|je|jede\w*) (\p{L}+)/u;

function findEach(plain: string, { columns }: TextTable): TextColumn | null {
  const word = stem(EACH.exec(plain)?.[1] ?? '');
  const named = columns.filter(({ name, kind }) => kind === 'text' && stems(name).includes(word));
  return word && named.length === 1 ? (named[0] ?? null) : null;
}

/** Whether a question asks for something that is not computed here: rows left out, a second, a result for each. */
function asksElse(plain: string, table: TextTable, each: TextColumn | null): boolean {
  const names = table.columns.map(({ name }) => toPlain(name));
  const computed = [
    ...(each ? (EACH.exec(plain) ?? []).slice(0, 1) : []),
    // "no wounds" is a condition; the number of "more than 200 horsepower" stays behind its comparison.
    ...equalNumbers(plain, table).flatMap(({ parts }) => parts.filter((part) => !/\d/.test(part))),
    // Names of columns may be any words.
    ...names,
  ];
  const rest = computed.reduce((text, part) => text.replaceAll(part, ' '), plain);
  if (RELATIVE.test(rest)) return true;
  return CHANGED.test(rest) || (!each && names.some((name) => plain.includes(` by ${name}`)));
}

const isMentioned = ({ name }: TextColumn, asked: ReadonlySet<string>) =>
  stems(name).some((word) => word.length > 2 && asked.has(word));

/** The column that is computed: one that the question names, else one of money or of time it means, else the only one. */
function findTarget(
  plain: string,
  operation: Operation,
  asked: ReadonlySet<string>,
  { columns }: TextTable,
): TextColumn | null {
  const numbers = columns.filter(({ kind }) => kind === 'number');
  const dates = columns.filter(({ kind }) => kind === 'date');
  const named = namedTarget(
    plain,
    operation,
    asked,
    OF_TIME.test(plain) ? [...numbers, ...dates] : numbers,
  );
  if (named !== undefined) return named;
  if (IS_WHEN.test(plain) && dates.length === 1) return dates[0] ?? null;
  const money = MONEY.test(plain) ? numbers.filter(({ name }) => IS_MONEY.test(toPlain(name))) : [];
  // Prices of one each are no amounts.
  const isEach = ({ name }: TextColumn) => /\b(?:price|preis)\b/.test(toPlain(name));
  const isCounted = numbers.some(({ name }) => QUANTITY.test(toPlain(name)));
  if (
    money.length === 1 &&
    operation !== 'highest' &&
    operation !== 'lowest' &&
    isCounted &&
    money.every(isEach)
  )
    return null;
  if (money.length === 1) return money[0] ?? null;
  // A short question for the total means the only numbers; a longer one may mean anything.
  const isShort =
    asked.size <= MAX_IMPLIED &&
    /\b(?:total|sum|average|mean|how much|summe|insgesamt)\b/.test(plain);
  return isShort && numbers.length === 1 ? (numbers[0] ?? null) : null;
}

/** The one column that a question names; null where several may be meant, undefined where it names none. */
function namedTarget(
  plain: string,
  operation: Operation,
  asked: ReadonlySet<string>,
  columns: readonly TextColumn[],
): TextColumn | null | undefined {
  const all = bestNamed(columns, withMeasures(plain, asked));
  if (all.length < 2) return all[0];
  // The highest temperature is that of the column of the highest ones.
  const extreme = operation === 'highest' ? 'maximum' : 'minimum';
  const [first, ...others] = all.filter(({ name }) => stems(name).includes(extreme));
  return first && others.length === 0 ? first : null;
}

/** The columns with most of their words in the question; several where it cannot be said which is meant. */
function bestNamed(columns: readonly TextColumn[], asked: ReadonlySet<string>): TextColumn[] {
  const scores = columns.map(({ name }) => {
    const words = stems(name);
    const same = words.filter((word) => word.length > 2 && asked.has(word)).length;
    return same === 0 ? 0 : same + same / (words.length + 1);
  });
  const best = Math.max(...scores);
  return best > 0 ? columns.filter((_, i) => scores[i] === best) : [];
}

/** The column of names that a question asks for the first of: `Which category did I spend most on?` */
function findGroup(
  plain: string,
  asked: ReadonlySet<string>,
  { columns }: TextTable,
  operation: Operation,
): TextColumn | null {
  if ((operation !== 'highest' && operation !== 'lowest') || !WHICH.test(plain)) return null;
  if (OF_TIME.test(plain) || !SUMMED.test(plain)) return null;
  if (/\bmost \w*(?:expensive|recent)|\b(?:highest|lowest) (?!total|sum)/.test(plain)) return null;
  const [named, ...others] = bestNamed(
    columns.filter(({ kind }) => kind === 'text'),
    asked,
  );
  return named && others.length === 0 ? named : null;
}
