import { contentWords, findConditions, withoutSpelled } from './table-conditions.ts';
import { isUnderstood } from './table-meaning.ts';
import {
  isComputed,
  isMeasured,
  type Operation,
  readQuestion,
  type TableQuestion,
} from './table-question.ts';
import {
  findTables,
  readDate,
  readNumber,
  stems,
  type TableRow,
  type TextColumn,
  type TextTable,
} from './table-rows.ts';

/** An answer that is computed from all rows of a table, not read by a model from some of them. */
export interface TableAnswer {
  operation: Operation;
  /** The column that is summed up or compared; null where rows are counted or shown. */
  column: string | null;
  /** The column by whose values rows are added up, where a question asks which of them has most, or for each of them. */
  group: string | null;
  /** Whether there is a result for each value of `group`. */
  isEach: boolean;
  /** How many words of the question name the table: its columns, its title, its file. */
  named: number;
  /** Whether it names values or numbers of the rows that count. */
  isExact: boolean;
  /** The value; of groups the name of the first. Empty where the rows are the answer. */
  value: string;
  /** Which rows count: `Category is Travel`. */
  conditions: string[];
  /** Rows that count, and all rows. */
  matched: number;
  total: number;
  /** The rows that show it, at most `MAX_LISTED`, as they stand in the text. */
  shown: TableRow[];
}

const MAX_SHOWN = 5;
/** Rows that a question asks for by their values. */
const MAX_LISTED = 12;
/** Results for each value of a column; the others are counted. */
const MAX_EACH = 20;
/** Characters of a text that are read for a question, which takes half a second; and where only rows are looked for. */
const MAX_TEXT = 4_000_000;
const MAX_LOOKED_UP = 500_000;
/** Characters of a question; a pasted text is none, and each of its words is looked for in each cell. */
const MAX_QUESTION = 300;

/**
 * Computes what a question asks of the tables of a document's text: a number of rows, a sum, an average, the highest
 * or lowest row, or the few rows that it names. @returns null where it asks for nothing of the kind, or where it is
 * not certain which rows are meant: then passages answer.
 * @param name the document's, where it is one of several: all rows of a table that a question does not name are no answer
 */
export function askTable(question: string, text: string, name?: string): TableAnswer | null {
  if (question.length > MAX_QUESTION) return null;
  if (text.length > (isComputed(question) ? MAX_TEXT : MAX_LOOKED_UP)) return null;
  const answers = findTables(text)
    .flatMap((table) => {
      const found = answer(question, table, name);
      return found ? { found, fit: found.conditions.length + titleWords(question, table) } : [];
    })
    .sort((a, b) => b.fit - a.fit);
  // Of several tables the one whose rows the question names, or whose title.
  const [first, second] = answers;
  return first && first.fit !== second?.fit ? first.found : null;
}

/** Of which a direction would be a value of some row. */
const FARTHEST = /\b(?:farthest|furthest) (north|south|east|west)\b(?! (?:of|from|to)\b)/giu;

function answer(written: string, table: TextTable, document = ''): TableAnswer | null {
  const question = withoutSpelled(written, table).replace(FARTHEST, '$1ernmost');
  const read = readQuestion(question, table);
  if (!read) return null;
  const { operation, target, group, each } = read;
  const conditions = findConditions(question, table, [target, group ?? each]);
  if (!conditions) return null;
  const rows = table.rows.filter((row) => conditions.every(({ holds }) => holds(row)));
  const known = namesOf(table, document);
  const names = (word: string) => isAmong(known, word);
  if (operation !== 'rows' && !isUnderstood(question, table, { read, conditions, rows, names }))
    return null;
  const words = contentWords(question);
  const isCountOfAll = operation === 'count' && conditions.length === 0;
  if (isCountOfAll && document !== '' && !words.every((word) => word.length < 4 || known.has(word)))
    return null;
  const base: TableAnswer = {
    operation,
    column: target?.name ?? null,
    group: null,
    isEach: false,
    named:
      words.filter((word) => isAmong(known, word)).length + Number(isMeasured(question, target)),
    isExact: conditions.some(({ isExact }) => isExact),
    value: '',
    conditions: conditions.map(({ words }) => words),
    matched: rows.length,
    total: table.rows.length,
    shown: rows.slice(0, operation === 'rows' ? MAX_LISTED : MAX_SHOWN),
  };
  return resultOf(base, rows, read);
}

function resultOf(
  base: TableAnswer,
  rows: readonly TableRow[],
  { operation, target, group, each }: TableQuestion,
): TableAnswer | null {
  const isCount = operation === 'count';
  if (operation === 'rows') return namesRows(base) ? base : null;
  if (each) return eachAnswer(base, rows, isCount ? null : target, each);
  if (isCount) return { ...base, column: null, value: String(rows.length) };
  if (group && !target) return groupAnswer({ ...base, column: null }, rows, null, group);
  return target && rows.length > 0 ? compute(base, rows, target, group) : null;
}

function titleWords(question: string, { title }: TextTable): number {
  const asked = new Set(stems(question));
  return new Set(stems(title).filter((word) => word.length > 2 && asked.has(word))).size;
}

/** The words that name a table: of its columns, its title, its file. */
function namesOf({ columns, title }: TextTable, document: string): ReadonlySet<string> {
  const names = [document.replace(/\.[^.]*$/, ''), title, ...columns.map(({ name }) => name)];
  return new Set([...names, ROWS].flatMap(stems).filter((word) => word.length > 2));
}
/** `started` is among names when `start` is. */
const isAmong = (known: ReadonlySet<string>, word: string): boolean =>
  known.has(word) || [...known].some((name) => name.length > 3 && word.startsWith(name));
const ROWS = 'rows entries records';

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

const namesRows = ({ conditions, matched }: TableAnswer) =>
  conditions.length > 0 && matched > 0 && matched <= MAX_LISTED;

/** Rows by the values of a column: their number, or the sum of another one. */
function groupsOf(rows: readonly TableRow[], target: TextColumn | null, group: TextColumn) {
  const sums = new Map<string, { sum: number; count: number; rows: TableRow[] }>();
  for (const row of rows) {
    const name = row.cells.get(group.name);
    const value = target ? readNumber(row.cells.get(target.name) ?? '', target.hasCommas) : 1;
    if (name === undefined || value === null) continue;
    const known = sums.get(name) ?? { sum: 0, count: 0, rows: [] };
    sums.set(name, {
      sum: known.sum + value,
      count: known.count + 1,
      rows: known.rows.length < MAX_SHOWN ? [...known.rows, row] : known.rows,
    });
  }
  return sums;
}

/** A result for each value of a column, the greatest first. */
function eachAnswer(
  base: TableAnswer,
  rows: readonly TableRow[],
  target: TextColumn | null,
  each: TextColumn,
): TableAnswer | null {
  const isAverage = base.operation === 'average';
  if (base.operation !== 'count' && !target) return null;
  const results = [...groupsOf(rows, target, each)]
    .map(([name, { sum, count }]) => ({ name, result: isAverage ? sum / count : sum }))
    .sort((a, b) => b.result - a.result);
  const kind = target ?? { decimals: 0 };
  const listed = results
    .slice(0, MAX_EACH)
    .map(({ name, result }) => `${name} ${written(result, kind, isAverage ? 2 : 0)}`);
  const more = results.length - listed.length;
  const value = listed.join('; ') + (more > 0 ? `; … (${more})` : '');
  if (results.length === 0) return null;
  return { ...base, column: target?.name ?? null, group: each.name, isEach: true, value };
}

function groupAnswer(
  base: TableAnswer,
  rows: readonly TableRow[],
  target: TextColumn | null,
  group: TextColumn,
): TableAnswer {
  const sign = base.operation === 'highest' ? -1 : 1;
  const [[name, first] = ['', { sum: 0, rows: [] }]] = [...groupsOf(rows, target, group)].sort(
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
