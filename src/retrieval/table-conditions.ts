import { runsOf, toPlain } from '#base/words.ts';
import { countedNouns, isStop, plainWords } from './question-words.ts';
import { comparisons, withoutComparisons } from './table-comparisons.ts';
import { dates } from './table-dates.ts';
import { equalNumbers } from './table-numbers.ts';
import { isComputed } from './table-operations.ts';
import {
  type Found,
  readDate,
  type TableRow,
  type TextColumn,
  type TextTable,
} from './table-rows.ts';
import { asConditions, valuesOf, withoutSubject } from './table-values.ts';
import { rootOf, stem, stems, verbForms } from './table-words.ts';

/**
 * Which rows a question means: values that it names, months and years, and comparisons with a number. @returns null where
 * it names something that no row has: nothing of the table answers it.
 * @param isOfFile whether the name of the file has a word, as `stem`
 */
export function findConditions(
  question: string,
  table: TextTable,
  [target, group]: readonly (TextColumn | null)[],
  isOfFile: (word: string) => boolean,
): Found[] | null {
  const compared = comparisons(question, table, target ?? null);
  const uncompared = without(question, compared);
  // A number of no column is no part of a value either, and no number that a row has.
  if (withoutComparisons(uncompared) !== uncompared) return null;
  const numbered = equalNumbers(uncompared, table);
  const rest = without(uncompared, numbered);
  const dated = dates(rest, table);
  if (!dated) return null;
  const left = without(rest, dated);
  const found = valuesOf(left, table, group ?? null);
  const others = [...dated, ...compared, ...numbered];
  const named = found && withoutSubject(left, found, table, others, isOfFile);
  if (!named) return null;
  const equal = asConditions(named.values);
  if (equal.some((one) => isAlsoDay(one, table))) return null;
  const certain = [...equal, ...others];
  const used = wordsOf([...equal.flatMap(({ parts }) => parts), ...named.subjects]);
  const contained = containing(left, { certain, used, isOfFile }, table);
  if (!contained) return null;
  return [...equal, ...contained, ...others];
}

/** Whether “shipped” may be a state or have a day of its own, in other rows. */
const isAlsoDay = ({ words, parts, holds }: Found, { columns, rows }: TextTable): boolean =>
  columns.some(({ name, kind, isDayFirst }) => {
    const own = stems(name).map(rootOf);
    if (kind !== 'date' || words.startsWith(`${name} `)) return false;
    // `Open` is no `Opened`.
    const isAct = (word: string) => /ed$/.test(word) || verbForms(word).length > 0;
    if (!parts.some((part) => isAct(part) && own.includes(rootOf(part)))) return false;
    return rows.some(
      (row) => holds(row) !== (readDate(row.cells.get(name) ?? '', isDayFirst) !== null),
    );
  });

/** `Hawaii (HI)` is `HI` where that is a value: the words before it only spell it out. */
export function withoutSpelled(question: string, { columns, rows }: TextTable): string {
  return question.replace(/(?:\p{Lu}\p{L}+ )+\((\p{Lu}[\p{Lu}\d]{1,5})\)/gu, (all, code: string) =>
    columns.some(({ name }) => rows.some(({ cells }) => cells.get(name) === code)) ? code : all,
  );
}

const without = (question: string, found: readonly Found[]) =>
  found.flatMap(({ parts }) => parts).reduce((text, part) => text.replace(part, ' '), question);

const wordsOf = (parts: readonly string[]): ReadonlySet<string> =>
  new Set(parts.flatMap((part) => part.split(' ')));

/** Letters of a word that a question does not write as a name. */
const MIN_WORD = 4;
/** Words of a cell, on average, above which a column is prose: a question shares any of its words. */
const MAX_CELL_WORDS = 8;

/** The conditions of a question before its other words are looked for. */
interface Known {
  certain: readonly Found[];
  /** The words that said it. */
  used: ReadonlySet<string>;
  isOfFile: (word: string) => boolean;
}

/**
 * Conditions of words that are parts of values. @returns null where a question names somebody or something in capitals,
 * or a number, that is nowhere in the table.
 */
function containing(
  question: string,
  { certain, used, isOfFile }: Known,
  table: TextTable,
): Found[] | null {
  const rows = table.rows.filter((row) => certain.every(({ holds }) => holds(row)));
  const names = new Set(
    [...question.matchAll(/(?<=\S\s+["'(]?)(?:\p{Lu}[\p{L}\p{N}]*|\d+(?![\d.,]*\d))/gu)].map(
      ([name]) => toPlain(name),
    ),
  );
  const ofColumns = new Set([table.title, ...table.columns.map(({ name }) => name)].flatMap(stems));
  const counted = new Set(countedNouns(toPlain(question), used));
  const spaced = ` ${plainWords(question)} `;
  const isOfRows = (word: string) => ofColumns.has(stem(word)) || isOfFile(stem(word));
  const words = [...new Set([...runsOf(toPlain(question))].map(([run]) => run))].filter(
    (word) => !used.has(word) && !isStop(word) && !isOfRows(word),
  );
  // “How many clerks” next to `Office clerk`: all rows may be clerks, or these.
  const isPart = (word: string) =>
    new RegExp(`\\bhow many ${word}\\b`, 'iu').test(question) && contains(word, table) !== null;
  if ([...counted].some((word) => words.includes(word) && isPart(word))) return null;
  // “Drivetrain parts” are not the ones from the firm Halden Parts.
  const isHead = (word: string) =>
    /[^s]s$/.test(word) &&
    !names.has(word) &&
    [...used].some((one) => spaced.includes(` ${one} ${word} `));
  if (words.some((word) => isHead(word) && contains(word, table))) return null;
  const found: Found[] = [];
  const isSaid = (word: string) => names.has(word) || word.length >= MIN_WORD;
  for (const word of words.filter((one) => !counted.has(one) && isSaid(one))) {
    const isName = names.has(word);
    const condition = contains(word, table);
    // A word of the question's own, where the rows are known and none of them has it.
    const isOwn = !isName && certain.length > 0 && condition && !rows.some(condition.holds);
    if (condition?.isUnsure && isComputed(question) && !isOwn) return null;
    if (condition && !isOwn) found.push(condition);
    else if (isName) return null;
  }
  return found;
}

/** A part of a value; unsure, where several columns have it: who is assigned to or reports. */
interface Part extends Found {
  isUnsure: boolean;
}

function contains(word: string, { columns, rows }: TextTable): Part | null {
  const wanted = stem(word);
  const written = [wanted, ...verbForms(word)];
  const has = ({ cells }: TableRow, { name }: TextColumn) => {
    const value = toPlain(cells.get(name) ?? '');
    // Most cells need not be cut into words.
    return written.some((form) => value.includes(form)) && stems(value).includes(wanted);
  };
  const inside = columns.filter(
    (column) =>
      column.kind === 'text' && isShort(column, rows) && rows.some((row) => has(row, column)),
  );
  if (inside.length === 0) return null;
  const words = `${inside.map(({ name }) => name).join(' / ')}: “${word}”`;
  const isUnsure = inside.length > 1;
  return {
    isUnsure,
    parts: [word],
    words,
    holds: (row) => inside.some((column) => has(row, column)),
  };
}

function isShort({ name }: TextColumn, rows: readonly TableRow[]): boolean {
  const some = rows.slice(0, 200);
  const words = some.reduce((sum, { cells }) => sum + (cells.get(name)?.split(' ').length ?? 0), 0);
  return words <= MAX_CELL_WORDS * some.length;
}
