import { writeDuration } from '#base/durations.ts';
import type { Operation } from './table-operations.ts';
import type { TableQuestion } from './table-question.ts';
import {
  numberIn,
  readDate,
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
  /** Whether the rows are found by a code of theirs, which the question names. */
  isCode?: boolean;
  /** The value; of groups the name of the first. Empty where the rows are the answer. */
  value: string;
  /** How many of the highest or lowest a question asks for: “the three heaviest”. */
  ranked?: number;
  /** Which rows count: `Category is Travel`. */
  conditions: string[];
  /** The column that a question asks for, or in which all rows differ; null for none. */
  names: string | null;
  /** Rows that count, and all rows. */
  matched: number;
  total: number;
  /** The rows that show it, at most `MAX_LISTED`, as they stand in the text. */
  shown: TableRow[];
}

export const MAX_SHOWN = 5;
/** Rows that a question asks for by their values. */
export const MAX_LISTED = 12;
/** Results for each value of a column; the others are counted. */
const MAX_EACH = 20;
export function resultOf(
  base: TableAnswer,
  rows: readonly TableRow[],
  read: TableQuestion,
  distinct?: TextColumn,
): TableAnswer | null {
  const { operation, group, each } = read;
  const isExtreme = operation === 'highest' || operation === 'lowest';
  if (base.ranked && (!isExtreme || group)) return null;
  if (!distinct) return computedOf(base, rows, read);
  return operation === 'count' && !each ? distinctAnswer(base, rows, distinct) : null;
}

function computedOf(
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

/** The first column of words that no two rows share: of people their names, not the days they came. */
export const nameColumn = (rows: readonly TableRow[], { columns }: TextTable): string | null =>
  columns.find(({ name, kind }) => {
    if (kind !== 'text') return false;
    const values = rows.flatMap(({ cells }) => cells.get(name) ?? []);
    return values.length === rows.length && new Set(values).size === values.length;
  })?.name ?? null;

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
    return extremeAnswer(base, rows, target, ({ cells }) =>
      readDate(cells.get(target.name) ?? '', target.isDayFirst),
    );
  const read = (row: TableRow) => numberIn(row, target);
  if (operation === 'highest' || operation === 'lowest')
    return extremeAnswer(base, rows, target, read);
  const values = rows.flatMap((row) => read(row) ?? []);
  if (values.length === 0) return null;
  const sum = values.reduce((all, value) => all + value, 0);
  return {
    ...base,
    matched: values.length,
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
    const value = target ? numberIn(row, target) : 1;
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
): TableAnswer | null {
  const sign = base.operation === 'highest' ? -1 : 1;
  const groups = [...groupsOf(rows, target, group)].sort(([, a], [, b]) => sign * (a.sum - b.sum));
  const [, first] = groups[0] ?? [];
  // A row each: most of something else is meant than of rows.
  if (!first || (!target && groups.length === rows.length && rows.length > 1)) return null;
  const equal = groups.filter(([, { sum }]) => sum === first.sum).slice(0, MAX_SHOWN);
  return {
    ...base,
    group: group.name,
    value: `${equal.map(([name]) => name).join(' / ')} (${written(first.sum, target ?? { decimals: 0 })})`,
    shown: first.rows.slice(0, MAX_SHOWN),
  };
}

function extremeAnswer(
  base: TableAnswer,
  rows: readonly TableRow[],
  target: TextColumn,
  read: (row: TableRow) => number | null,
): TableAnswer | null {
  const sign = base.operation === 'highest' ? -1 : 1;
  const known = rows.flatMap((row) => {
    const value = read(row);
    return value === null ? [] : [{ row, value }];
  });
  const [first] = known.sort((a, b) => sign * (a.value - b.value));
  if (!first) return null;
  if (base.ranked) return rankedAnswer(base, known, target, base.ranked);
  const shown = known.filter(({ value }) => value === first.value).slice(0, MAX_SHOWN);
  return {
    ...base,
    value: first.row.cells.get(target.name) ?? '',
    shown: shown.map(({ row }) => row),
  };
}

/** How many values a column has; none where a cell may have several of them. */
function distinctAnswer(
  base: TableAnswer,
  rows: readonly TableRow[],
  { name }: TextColumn,
): TableAnswer | null {
  const values = rows.map(({ cells }) => (cells.get(name) ?? '').trim().toLowerCase());
  const filled = values.filter((value) => !/^(?:[-–—?]*|none|nil|n\/a|kein\w*)$/.test(value));
  if (filled.length === 0 || filled.some((value) => /[,;/&+]|\b(?:and|und)\b/.test(value)))
    return null;
  const value = String(new Set(filled).size);
  return { ...base, operation: 'distinct', column: name, matched: filled.length, value };
}

/** The first rows of all; none where it is not certain which is the last of them. */
function rankedAnswer(
  base: TableAnswer,
  sorted: readonly { row: TableRow; value: number }[],
  target: TextColumn,
  count: number,
): TableAnswer | null {
  const first = sorted.slice(0, count);
  if (first.length < count || sorted[count]?.value === first.at(-1)?.value) return null;
  const value = first.map(({ row }) => row.cells.get(target.name) ?? '').join(' / ');
  return { ...base, value, shown: first.map(({ row }) => row) };
}

/** A result with as many decimals as its column has; an average has two at least. */
function written(
  value: number,
  { decimals, isDuration = false }: Pick<TextColumn, 'decimals'> & Partial<TextColumn>,
  least = 0,
): string {
  if (isDuration) return writeDuration(value);
  const digits = Math.max(least, decimals);
  return value.toLocaleString('en', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
}
