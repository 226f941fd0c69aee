import { toPlain } from '#base/words.ts';
import { type Condition, comparesNumber, findConditions } from './table-conditions.ts';
import {
  findTables,
  readDate,
  readNumber,
  stems,
  type TableRow,
  type TextColumn,
  type TextTable,
} from './table-rows.ts';

/** The computation of an answer from rows. */
type Operation = 'count' | 'sum' | 'average' | 'highest' | 'lowest' | 'rows';

/** An answer that is computed from all rows of a table, not read by a model from some of them. */
export interface TableAnswer {
  operation: Operation;
  /** The column that is summed up or compared; null where rows are counted or shown. */
  column: string | null;
  /** The column by whose values rows are added up, where a question asks which of them has most. */
  group: string | null;
  /** The value; of groups the name of the first. Empty where the rows are the answer. */
  value: string;
  /** Which rows count: `Category is Travel`. */
  conditions: string[];
  /** Rows that count, and all rows. */
  matched: number;
  total: number;
  /** The rows that show it, at most `MAX_SHOWN`, as they stand in the text. */
  shown: TableRow[];
}

const MAX_SHOWN = 5;
/** Characters of a text that are read for a question, which takes half a second; and where only rows are looked for. */
const MAX_TEXT = 4_000_000;
const MAX_LOOKED_UP = 500_000;
/** Characters of a question; a pasted text is none, and each of its words is looked for in each cell. */
const MAX_QUESTION = 300;
/** More rows answer nothing. */
const MAX_FOUND = 5;

const OPERATIONS: readonly [Operation, RegExp][] = [
  ['average', /\b(?:average|mean|on average|durchschnitt\w*|im mittel|moyenne|promedio)\b/],
  [
    'highest',
    /\b(?:highest|largest|biggest|greatest|maximum|max|longest|most|top|latest|newest|heaviest|fastest|last|hochst\w*|grosst\w*|teuerst\w*|meisten|neuest\w*|letzt\w*)\b/,
  ],
  [
    'lowest',
    /\b(?:lowest|smallest|minimum|min|shortest|least|fewest|cheapest|earliest|oldest|first|slowest|niedrigst\w*|kleinst\w*|billigst\w*|wenigsten|altest\w*|erst\w*)\b/,
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
/** A date is compared by these. */
const OF_TIME =
  /\b(?:latest|newest|oldest|earliest|last|first|neuest\w*|altest\w*|letzt\w*|erst\w*)\b/;
const IS_WHEN =
  /\b(?:latest|newest|oldest|earliest|most recent|neuest\w*|altest\w*)\b|\b(?:when|wann)\b.*\b(?:first|last|erst\w*|letzt\w*)\b/;
/** Words of a question that may name no column. */
const MAX_IMPLIED = 7;
/** Words that change what the rest of a question asks for. */
const CHANGED =
  /\b(?:not|no|except|excluding|without|other than|different|distinct|unique|second|third|median|per|each|every|nicht|kein\w*|ohne|ausser|verschieden\w*|pro|je|jede\w*)\b|n't\b/;
const WHICH = /\b(?:which|what|who|whose|where|welche\w*|wer|wo)\b/;

/**
 * Computes what a question asks of the tables of a document's text: a number of rows, a sum, an average, the highest
 * or lowest row, or the few rows that it names. @returns null where it asks for nothing of the kind, or where it is
 * not certain which rows are meant: then passages answer.
 */
export function askTable(question: string, text: string): TableAnswer | null {
  if (question.length > MAX_QUESTION) return null;
  const isComputed = OPERATIONS.some(([, form]) => form.test(toPlain(question)));
  if (text.length > (isComputed ? MAX_TEXT : MAX_LOOKED_UP)) return null;
  const answers = findTables(text)
    .flatMap((table) => answer(question, table) ?? [])
    .sort((a, b) => b.conditions.length - a.conditions.length);
  // Of several sheets the one whose rows the question names.
  const [first, second] = answers;
  return second && second.conditions.length === first?.conditions.length ? null : (first ?? null);
}

function answer(question: string, table: TextTable): TableAnswer | null {
  const plain = toPlain(question);
  if (asksElse(plain, table)) return null;
  const asked = new Set(stems(question));
  const { operation, target } = findOperation(question, asked, table);
  const group = findGroup(plain, asked, table, operation);
  const conditions = findConditions(question, table, [target, group]);
  if (!conditions) return null;
  const rows = table.rows.filter((row) => conditions.every(({ holds }) => holds(row)));
  const base: TableAnswer = {
    operation,
    column: target?.name ?? null,
    group: null,
    value: '',
    conditions: conditions.map(({ words }) => words),
    matched: rows.length,
    total: table.rows.length,
    shown: rows.slice(0, MAX_SHOWN),
  };
  if (operation === 'rows') return namesRows(conditions, rows) ? base : null;
  if (operation === 'count') return { ...base, column: null, value: String(rows.length) };
  if (group && !target) return groupAnswer({ ...base, column: null }, rows, null, group);
  return target && rows.length > 0 ? compute(base, rows, target, group) : null;
}

/** The operation, and the column it is for. */
function findOperation(question: string, asked: ReadonlySet<string>, table: TextTable) {
  const plain = toPlain(question);
  const found = OPERATIONS.find(([, form]) => form.test(plain))?.[0] ?? 'rows';
  const target = found === 'rows' ? null : findTarget(plain, asked, table);
  const isSum = found === 'count' && target !== null && isMentioned(target, asked);
  return { operation: isSum && !comparesNumber(question) ? ('sum' as const) : found, target };
}

/** The answer from the rows that count. */
function compute(
  base: TableAnswer,
  rows: readonly TableRow[],
  target: TextColumn,
  group: TextColumn | null,
): TableAnswer | null {
  const { operation } = base;
  if (group) return groupAnswer(base, rows, target, group);
  if (target.kind === 'date')
    return extremeAnswer(base, rows, target, (value) => readDate(value, target.isDayFirst));
  const read = (value: string) => readNumber(value, target.hasCommas);
  if (operation === 'highest' || operation === 'lowest') {
    return extremeAnswer(base, rows, target, read);
  }
  const values = valuesOf(rows, target, read);
  if (values.length === 0) return null;
  const sum = values.reduce((all, value) => all + value, 0);
  return {
    ...base,
    value: operation === 'sum' ? written(sum, target) : written(sum / values.length, target, 2),
  };
}

/** Whether a question asks for something that is not computed here: rows left out, a second, a result for each. */
function asksElse(plain: string, { columns }: TextTable): boolean {
  const names = columns.map(({ name }) => toPlain(name));
  // Names of columns may be any words.
  const rest = names.reduce((text, name) => text.replaceAll(name, ' '), plain);
  return CHANGED.test(rest) || names.some((name) => plain.includes(` by ${name}`));
}

const namesRows = (conditions: readonly Condition[], rows: readonly TableRow[]) =>
  conditions.length > 0 && rows.length > 0 && rows.length <= MAX_FOUND;

const isMentioned = ({ name }: TextColumn, asked: ReadonlySet<string>) =>
  stems(name).some((word) => word.length > 2 && asked.has(word));

/** The column that is computed: one that the question names, else one of money or of time it means, else the only one. */
function findTarget(
  plain: string,
  asked: ReadonlySet<string>,
  { columns }: TextTable,
): TextColumn | null {
  const numbers = columns.filter(({ kind }) => kind === 'number');
  const dates = columns.filter(({ kind }) => kind === 'date');
  const [named, ...others] = bestNamed(
    OF_TIME.test(plain) ? [...numbers, ...dates] : numbers,
    asked,
  );
  if (named) return others.length === 0 ? named : null;
  if (IS_WHEN.test(plain) && dates.length === 1) return dates[0] ?? null;
  const money = MONEY.test(plain) ? numbers.filter(({ name }) => IS_MONEY.test(toPlain(name))) : [];
  if (money.length === 1) return money[0] ?? null;
  // A short question for the total means the only numbers; a longer one may mean anything.
  const isShort =
    asked.size <= MAX_IMPLIED &&
    /\b(?:total|sum|average|mean|how much|summe|insgesamt)\b/.test(plain);
  return isShort && numbers.length === 1 ? (numbers[0] ?? null) : null;
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
  if (
    OF_TIME.test(plain) ||
    !/\b(?:total|sum|most|least|altogether|spen[dt]|sold|fewest|meisten|insgesamt)\b/.test(plain)
  )
    return null;
  if (/\bmost \w*(?:expensive|recent)|\b(?:highest|lowest) (?!total|sum)/.test(plain)) return null;
  const [named, ...others] = bestNamed(
    columns.filter(({ kind }) => kind === 'text'),
    asked,
  );
  return named && others.length === 0 ? named : null;
}

function groupAnswer(
  base: TableAnswer,
  rows: readonly TableRow[],
  target: TextColumn | null,
  group: TextColumn,
): TableAnswer {
  const sums = new Map<string, { sum: number; rows: TableRow[] }>();
  for (const row of rows) {
    const name = row.cells.get(group.name);
    const value = target ? readNumber(row.cells.get(target.name) ?? '', target.hasCommas) : 1;
    if (name === undefined || value === null) continue;
    const known = sums.get(name) ?? { sum: 0, rows: [] };
    sums.set(name, {
      sum: known.sum + value,
      rows: known.rows.length < MAX_SHOWN ? [...known.rows, row] : known.rows,
    });
  }
  const sign = base.operation === 'highest' ? -1 : 1;
  const [[name, first] = ['', { sum: 0, rows: [] }]] = [...sums].sort(
    ([, a], [, b]) => sign * (a.sum - b.sum),
  );
  return {
    ...base,
    group: group.name,
    value: `${name} (${written(first.sum, target ?? { decimals: 0 })})`,
    shown: first.rows.slice(0, MAX_SHOWN),
  };
}

function extremeAnswer(
  base: TableAnswer,
  rows: readonly TableRow[],
  target: TextColumn,
  read: (value: string) => number | null,
): TableAnswer | null {
  const sign = base.operation === 'highest' ? -1 : 1;
  const known = rows.flatMap((row) => {
    const value = read(row.cells.get(target.name) ?? '');
    return value === null ? [] : [{ row, value }];
  });
  const [first] = known.sort((a, b) => sign * (a.value - b.value));
  if (!first) return null;
  const shown = known.filter(({ value }) => value === first.value).slice(0, MAX_SHOWN);
  return {
    ...base,
    value: first.row.cells.get(target.name) ?? '',
    shown: shown.map(({ row }) => row),
  };
}

function valuesOf(
  rows: readonly TableRow[],
  { name }: TextColumn,
  read: (value: string) => number | null,
) {
  return rows.flatMap(({ cells }) => read(cells.get(name) ?? '') ?? []);
}

/** A result with as many decimals as its column has; an average has two at least. */
function written(value: number, { decimals }: Pick<TextColumn, 'decimals'>, least = 0): string {
  const digits = Math.max(least, decimals);
  return value.toLocaleString('en', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
}
