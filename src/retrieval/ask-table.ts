import { toPlain } from '#base/words.ts';
import { contentWords, isEmptyWord } from './question-words.ts';
import { withoutAsides } from './table-asides.ts';
import { findConditions, withoutSpelled } from './table-conditions.ts';
import { doneRows, openRows } from './table-done.ts';
import { emptyIn, flagIn } from './table-flags.ts';
import { genderIn } from './table-genders.ts';
import { IS_ROW, isKnown, isUnderstood, type Meaning } from './table-meaning.ts';
import { isMisread } from './table-misreadings.ts';
import { isComputed } from './table-operations.ts';
import { inPlainPhrases, rankedIn } from './table-phrases.ts';
import { readQuestion } from './table-question.ts';
import { MAX_LISTED, MAX_SHOWN, nameColumn, resultOf, type TableAnswer } from './table-results.ts';
import { askedColumn, isOfPeople, isSameNoun, isVerbOf } from './table-roles.ts';
import { type Found, findTables, type TextColumn, type TextTable } from './table-rows.ts';
import { type Compared, comparedIn, differentIn, shareOf } from './table-shares.ts';
import { isOnePer, unitOf } from './table-spans.ts';
import { isFirstRow, isMeasured } from './table-target.ts';
import { isFormOf, stem, stems } from './table-words.ts';

/** Characters of a text that are read for a question, which takes half a second; and where only rows are looked for. */
const MAX_TEXT = 4_000_000;
const MAX_LOOKED_UP = 500_000;
/** Characters of a question; a pasted text is none, and each of its words is looked for in each cell. */
const MAX_QUESTION = 300;

/**
 * Computes what a question asks of the tables of a document's text: a number of rows, a sum, an average, the highest
 * or lowest row, or the few rows that it names. @returns null where it asks for nothing of the kind, or where it is
 * not certain which rows are meant: then passages answer.
 */
export function askTable(question: string, text: string, name = ''): TableAnswer | null {
  if (question.length > MAX_QUESTION) return null;
  if (text.length > (isComputed(question) ? MAX_TEXT : MAX_LOOKED_UP)) return null;
  const answers = findTables(text)
    .flatMap((table) => {
      const asked = withoutAsides(question, table);
      const found =
        shared(asked, table, name) ??
        compared(asked, table, name) ??
        different(asked, table, name) ??
        answer(asked, table, name) ??
        rowsOfCode(question, table);
      return found ? { found, fit: found.conditions.length + titleWords(question, table) } : [];
    })
    .sort((a, b) => b.fit - a.fit);
  // Of several tables the one whose rows the question names, or whose title.
  const [first, second] = answers;
  return first && first.fit !== second?.fit ? first.found : null;
}

/** Of which a direction would be a value of some row. */
const FARTHEST = /\b(?:farthest|furthest) (north|south|east|west)\b(?! (?:of|from|to)\b)/giu;

/** The share of some rows, from their number and that of all that are meant. */
function shared(question: string, table: TextTable, name: string): TableAnswer | null {
  const asked = shareOf(question);
  const part = asked && answer(asked.part, table, name);
  const whole = part && answer(asked.whole, table, name);
  if (part?.operation !== 'count' || whole?.operation !== 'count') return null;
  // The part has each condition of the whole.
  if (!whole.conditions.every((one) => part.conditions.includes(one))) return null;
  const isPart = part.conditions.length > whole.conditions.length;
  if (!isPart || whole.matched === 0 || part.shown.length === 0) return null;
  const percent = (part.matched / whole.matched) * 100;
  const value = `${percent.toLocaleString('en', { maximumFractionDigits: 1 })}%`;
  return { ...part, operation: 'share', total: whole.matched, value };
}

/** The results of two values of a column, or which of them has more. */
function compared(question: string, table: TextTable, name: string): TableAnswer | null {
  const both = comparedIn(question, table);
  if (!both) return null;
  const { column, values, isChoice } = both;
  const found = answer(both.question, table, name, both);
  if (found?.group !== column.name || found.isEach === isChoice) return null;
  if (isChoice) return found;
  const [a, b] = found.value.split('; ').map((one) => /(?<= )[\d,.]+$/.exec(one)?.[0]);
  if (a === undefined || b === undefined) return null;
  const isBoth = values.every((value) => found.value.includes(`${value} `));
  return isBoth ? { ...found, value: `${found.value}; ${difference(a, b)}` } : null;
}

/** The greater number without the other, as many digits as they have. */
function difference(a: string, b: string): string {
  const digits = a.split('.')[1]?.length ?? 0;
  const number = (written: string) => Number(written.replaceAll(',', ''));
  const options = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return `${a} − ${b} = ${(number(a) - number(b)).toLocaleString('en', options)}`;
}

/** “How many different” values the rows have. */
function different(question: string, table: TextTable, name: string): TableAnswer | null {
  const asked = differentIn(question, table);
  const found = asked && answer(asked.question, table, name, undefined, asked.column);
  return found?.operation === 'distinct' ? found : null;
}

function answer(
  written: string,
  table: TextTable,
  name: string,
  both?: Compared,
  distinct?: TextColumn,
): TableAnswer | null {
  const file = name.replace(/\.[^.]*$/, '');
  // A year names the file too, but says which rows count first of all.
  const ofFile = wordsOf([file.replace(/\d+/g, ' ')]);
  const { rest, count } = rankedIn(written);
  const meant = readMeaning(rest, table, (word) => ofFile.has(word));
  if (!meant) return null;
  const { question, isStrict } = meant;
  const conditions = both ? [...meant.conditions, both.found] : meant.conditions;
  const read = both && !both.isChoice ? { ...meant.read, each: both.column } : meant.read;
  if (both && !both.isChoice && !/^(?:count|sum|average)$/.test(read.operation)) return null;
  const rows = table.rows.filter((row) => conditions.every(({ holds }) => holds(row)));
  const known = new Set([...ofFile, ...namesOf(table)]);
  const naming = new Set([...known, ...wordsOf([file])]);
  const names = (word: string) => isAmong(known, word) || isVerbOf(word, table);
  // The row of a name is one whatever was counted: it is shown, and says more than "1".
  const isOfKey = read.operation === 'count' && isOneByName(conditions, table);
  const notNumbers = table.columns.filter(({ kind }, i) => i === 0 || kind !== 'number');
  // Of a table without a name a row may be anything.
  // Weeks that have a number of runs are no runs.
  const rowNames = new Set([...ofFile, ...namesOf({ ...table, columns: notNumbers })]);
  const isOfRow = (word: string) => isAmong(rowNames, word) || isVerbOf(word, table);
  const isRow = (noun: string) => {
    if (name === '' || isOfKey || isOfRow(stem(noun))) return true;
    if (PEOPLE.test(noun)) return isOfPeople(table);
    // Rows of which each is another day are days.
    const span = unitOf(noun.replace(/s$/, ''));
    if (SPANS.test(span)) return isOnePer(span, table.rows, table.columns);
    return isEmptyWord(noun) || IS_ROW.test(noun) || isSameNoun(stem(noun), known);
  };
  const meaning = { read, conditions, rows, names, isRow, isStrict };
  const doubted = { read, conditions, isRanked: count !== null };
  if (!isSure(question, table, meaning, isMisread(written, table, doubted))) return null;
  const operation = isOfKey ? 'rows' : read.operation;
  const words = contentWords(question);
  const base: TableAnswer = {
    operation,
    column: read.target?.name ?? null,
    group: null,
    isEach: false,
    ...(count !== null && { ranked: count }),
    named:
      words.filter((word) => isAmong(naming, word) || isVerbOf(word, table)).length +
      Number(isMeasured(question, read.target)),
    isExact: conditions.some(({ isExact }) => isExact),
    value: '',
    conditions: conditions.map(({ words: said }) => said),
    names: askedColumn(toPlain(question), table) ?? nameColumn(rows, table),
    matched: rows.length,
    total: table.rows.length,
    shown: rows.slice(0, operation === 'rows' ? MAX_LISTED : MAX_SHOWN),
  };
  const result = resultOf(base, rows, { ...read, operation }, distinct);
  return result && isOneOfSeveral(question, result, table) ? null : result;
}

/** Of several rows on a day one was the first. */
const isOneOfSeveral = (question: string, { column, shown }: TableAnswer, table: TextTable) =>
  shown.length > 1 &&
  table.columns.some(({ name, kind }) => name === column && kind === 'date') &&
  isFirstRow(toPlain(question), table);

/** A code of letters and digits, as a booking or an order has: `CH-2047`. */
const CODE =
  /(?<![\p{L}\p{N}])(?=[\p{N}/-]*\p{L})(?=[\p{L}/-]*\p{N})[\p{L}\p{N}]+(?:[-/][\p{L}\p{N}]+)*(?![\p{L}\p{N}])/gu;
/** Characters of a code: fewer are “2nd” and “Q1”. More rows than these have it as their kind. */
const [MIN_CODE, MAX_OF_CODE] = [4, 3];

/** The row whose code a question names, whatever it asks of it in its other words. */
function rowsOfCode(question: string, table: TextTable): TableAnswer | null {
  if (isComputed(question)) return null;
  const codes = new Set([...question.matchAll(CODE)].map(([code]) => code.toLowerCase()));
  for (const { name } of table.columns) {
    const shown = table.rows.filter(({ cells }) => {
      const cell = cells.get(name)?.trim().toLowerCase() ?? '';
      return cell.length >= MIN_CODE && codes.has(cell);
    });
    const [first] = shown;
    if (!first || shown.length > MAX_OF_CODE) continue;
    return {
      operation: 'rows',
      column: null,
      group: null,
      isEach: false,
      named: 1,
      isExact: true,
      isCode: true,
      value: '',
      conditions: [`${name} = ${first.cells.get(name)}`],
      names: nameColumn(shown, table),
      matched: shown.length,
      total: table.rows.length,
      shown,
    };
  }
  return null;
}

/** What a question asks for and of which rows. */
function readMeaning(written: string, table: TextTable, isOfFile: (word: string) => boolean) {
  const spelled = withoutSpelled(written, table).replace(FARTHEST, '$1ernmost');
  const asked = inPlainPhrases(spelled, table);
  const traits = traitsIn(asked, table);
  if (!traits) return null;
  // Something not done is a condition; the rest of the question has no "not" any more.
  const open = openRows(traits.rest, table);
  if (open === undefined) return null;
  const question = open ? traits.rest.replace(open.parts[0] ?? '', ' ') : traits.rest;
  const read = readQuestion(question, table);
  if (!read) return null;
  const { target, group, each } = read;
  const found = findConditions(question, table, [target, group ?? each], isOfFile);
  if (!found) return null;
  // The day of a row is not the one on which it was vaccinated.
  const isOtherDay = traits.found.some(({ isAct }) => isAct) && found.some(({ isTime }) => isTime);
  if (isOtherDay) return null;
  const own = [...traits.found, ...found];
  const done = open ?? doneRows(question, table, read, own);
  if (done === undefined) return null;
  const conditions = done ? [done, ...own] : own;
  return { question, read, conditions, isStrict: done !== null || read.isTenure === true };
}

/** Conditions that are read before the rest, which would take their words for others: “how many first aiders”. */
function traitsIn(question: string, table: TextTable): { rest: string; found: Found[] } | null {
  const gender = genderIn(question, table);
  // A row that is shown says itself if it is of a man.
  if (gender === undefined && isComputed(question)) return null;
  let rest = gender?.rest ?? question;
  const found = gender ? [gender.found] : [];
  for (let flag = flagIn(rest, table); flag; flag = flagIn(rest, table)) {
    if (found.some(({ words }) => words === flag?.found.words)) return null;
    rest = flag.rest.replace(/\s+/g, ' ');
    found.push(flag.found);
  }
  const empty = isComputed(question) ? emptyIn(rest, table) : null;
  return empty ? { rest: empty.rest, found: [...found, empty.found] } : { rest, found };
}

/** Whether a result takes account of the whole question, and of rows as many as it supposes; rows are only shown. */
function isSure(question: string, table: TextTable, meaning: Meaning, isOther: boolean): boolean {
  const { read, rows } = meaning;
  if (read.operation === 'rows') return isKnown(question, meaning);
  return (
    !isOther &&
    isUnderstood(question, table, meaning) &&
    read.units.every((unit) => isOnePer(unit, rows, table.columns))
  );
}

/** Rows of which none has the same value by chance. */
const MIN_DIFFERENT = 4;

/** Whether a condition is one value of a column in which no two rows have the same. */
const isOneByName = (conditions: readonly Found[], { columns, rows }: TextTable): boolean =>
  rows.length >= MIN_DIFFERENT &&
  columns.some(({ name, kind }) => {
    if (kind === 'number') return false;
    const of = conditions.filter((one) => one.isExact && one.words.startsWith(`${name} = `));
    if (of.length !== 1 || of[0]?.parts.length !== 1) return false;
    const values = rows.flatMap(({ cells }) => cells.get(name) ?? []);
    return new Set(values).size === rows.length;
  });

function titleWords(question: string, { title }: TextTable): number {
  const asked = new Set(stems(question));
  return new Set(stems(title).filter((word) => word.length > 2 && asked.has(word))).size;
}

/** The words that name a table: of its columns and its title; a `Child's class` is none of children. */
const namesOf = ({ columns, title }: TextTable): ReadonlySet<string> =>
  wordsOf([title, ...columns.map(({ name }) => name.replace(/\p{L}+['’]s /gu, '')), ROWS]);
const wordsOf = (names: readonly string[]): ReadonlySet<string> =>
  new Set(names.flatMap(stems).filter((word) => word.length > 2));
const isAmong = (known: ReadonlySet<string>, word: string): boolean =>
  known.has(word) || [...known].some((name) => isFormOf(name, word));
const ROWS = 'rows entries records';
const SPANS = /^(?:day|week|month|year)$/;
/** Nouns for rows of which each is a person. */
const PEOPLE = /^(?:people|employees?|members?|colleagues?)$/;
