import { runsOf, toPlain } from '#base/words.ts';
import { countedNouns, isEmptyWord, isStop, OPENS, plainWords } from './question-words.ts';
import { comparedNouns } from './table-comparisons.ts';
import { isDoubtful } from './table-doubts.ts';
import { extremeWords, IS_QUANTITY, operationWords, SCORED } from './table-operations.ts';
import { type TableQuestion, WHICH } from './table-question.ts';
import { type Found, MONTH, type TableRow, type TextColumn, type TextTable } from './table-rows.ts';
import { IS_PERSON } from './table-tenure.ts';
import { hasUnit, isUnit } from './table-units.ts';
import { isFormOf, stem, stems, verbForms } from './table-words.ts';

/** What a question was found to mean. */
export interface Meaning {
  read: TableQuestion;
  conditions: readonly Found[];
  /** The rows that count. */
  rows: readonly TableRow[];
  /** Words that name the table. */
  names: (word: string) => boolean;
  /** Whether a noun may call the rows. */
  isRow: (noun: string) => boolean;
  /** Whether it asks for rows by an act or since when: a word that nothing is known of would narrow that. */
  isStrict: boolean;
}

/** “Over all years” means all rows, “over the limit” some. */
const ALL_OF = /\bover (?=all\b|the (?:whole|entire)\b)/g;
/** The fewest letters of a word that may say which rows are meant. */
const MIN_WORD = 3;
/** Numbers and times that would be left out. */
const IS_DROPPED = new RegExp(`\\d|^(?:before|after|since|until|till|(?!may$)(?:${MONTH}))$`);
/** Words without a meaning next to conditions: “the trips to Lisbon”. */
const MAX_UNKNOWN = 1;
/** Nouns for the rows of any table. */
export const IS_ROW = /^(?:times|entr(?:y|ies)|events?|occasions|visits|trips|cases)$/;
/** A row of several people, and words for them. */
const PARTY = /\b(?:party|group) size\b|\b(?:headcount|pax)\b/;
const OF_PARTY =
  /^(?:guests?|people|persons?|visitors?|participants?|attendees?|tourists?|customers?)$/;
/** More than one thing, as rows are called. */
const PLURAL = /[^s]s$/;
/** Words that say nothing next to an act. */
const UNSAID = /^(?:yet|already|still|any|anything|anyone|anybody|so|far)$/;
/** Rows that are shown may be meant again: “and who has them?” */
const AGAIN = /^(?:them|they)$/;

/**
 * Whether an answer takes account of all that a question says: a word that nothing is known of may leave out rows, as
 * in “How many orders were cancelled?” of a table without that word. A number is never left out.
 */
export function isUnderstood(question: string, table: TextTable, meaning: Meaning): boolean {
  const { read, conditions } = meaning;
  const plain = toPlain(question).replace(ALL_OF, '');
  if (!isKnown(plain, meaning)) return false;
  if (
    namesOther(plain, table, meaning) ||
    countsValue(plain, table, meaning) ||
    hasOtherChoice(plain, conditions)
  )
    return false;
  const said = conditions.flatMap(({ parts }) => parts.flatMap(words));
  if (countsOtherThan(plain, table, meaning, said)) return false;
  const nouns = nounsOf(plain, meaning, new Set(said));
  const meant = meantBy(plain, meaning);
  const unknown = (word: string) =>
    !meant.has(word) && !nouns.has(word) && !meaning.names(stem(word));
  const isSaid = (word: string) => !isEmptyWord(word) || meant.has(word);
  const left = words(plain).filter((word) => isSaid(word) && unknown(word) && isLong(word));
  if (!meaning.isStrict && left.some((word) => IS_DROPPED.test(word))) return false;
  const isForeign = (word: string) => !meant.has(word) && !meaning.names(stem(word));
  const isNamed = (word: string) => said.includes(word) || meaning.names(stem(word));
  if (isDoubtful(toPlain(question), read, isForeign, isNamed)) return false;
  if (meaning.isStrict) return true;
  if (conditions.length === 0) return left.length === 0;
  const isNoun = (word: string) => isNounOf(word, words(plain), new Set(said));
  return left.length <= MAX_UNKNOWN && left.every(isNoun);
}

/** Whether a word calls the rows of a condition something: “European cars”, “trips to Lisbon”. */
function isNounOf(word: string, all: readonly string[], said: ReadonlySet<string>): boolean {
  const at = all.indexOf(word);
  const [next = '', ...behind] = all.slice(at + 1, at + 4);
  // “Under brakes” is the category.
  if (/^(?:under|within|inside|into)$/.test(word))
    return said.has(next) || said.has(behind[0] ?? '');
  const isBefore = OPENS.test(next) && next !== 'of' && behind.some((one) => said.has(one));
  return PLURAL.test(word) && (isBefore || said.has(all[at - 1] ?? ''));
}

/** “How many seats are in the balcony” counts no rows where a column of seats says balcony of several. */
function countsValue(plain: string, { columns }: TextTable, { conditions, rows }: Meaning) {
  const noun = stem(/\bhow many (\p{L}+)/u.exec(plain)?.[1] ?? '');
  return columns.some(({ name, kind }) => {
    if (kind !== 'text' || !stems(name).includes(noun)) return false;
    const values = rows.flatMap(({ cells }) => cells.get(name) ?? []);
    const isValue = conditions.some(({ words: said }) => said.startsWith(`${name} = `));
    return isValue && new Set(values).size < values.length;
  });
}

/** Whether a noun is counted that is no row, nor of the column that is added up: “how many puppies” are not all animals. */
function countsOtherThan(
  plain: string,
  table: TextTable,
  meaning: Meaning,
  said: readonly string[],
): boolean {
  const { read, isRow } = meaning;
  const isSum = read.operation === 'sum';
  if (!countsRows(read) && !isSum) return false;
  const counted = countedNouns(plain, new Set(said));
  const own = stems(read.target?.name ?? '');
  const isOfTarget = (noun: string) =>
    isUnit(noun) || SCORED.test(plain) || own.some((word) => isFormOf(word, stem(noun)));
  // “How many children gave books” asks for children, whatever they gave.
  const [, value = '', act = ''] = /\bhow many (\p{L}+) (\p{L}+)/u.exec(plain) ?? [];
  if (isSum && said.includes(value) && (/ed$/.test(act) || verbForms(act).length > 0)) return true;
  const isOther = (noun: string) =>
    !said.includes(noun) && !isRow(noun) && !(isSum && isOfTarget(noun));
  if (counted.some(isOther)) return true;
  return countsRows(read) && countsOfSeveral(counted, table, meaning, said);
}

/** Whether it counts rows of which each is several of the thing: robins where a column has their number. */
function countsOfSeveral(
  counted: readonly string[],
  { columns }: TextTable,
  { conditions }: Meaning,
  said: readonly string[],
): boolean {
  const own = new Set(columns.flatMap(({ name }) => stems(name)));
  const isLimited = (name: string) => conditions.some(({ words: of }) => of.startsWith(`${name} `));
  return columns.some(({ name, kind }) => {
    const plain = toPlain(name);
    if (kind === 'number' && PARTY.test(plain)) return counted.some((noun) => OF_PARTY.test(noun));
    if (kind !== 'number' || !IS_QUANTITY.test(plain) || isLimited(name)) return false;
    // An order may have a quantity, a sighting a number.
    const isBare = /\b(?:number|count)\b/.test(plain);
    return counted.some(
      (noun) =>
        (said.includes(noun) && PLURAL.test(noun)) ||
        (isBare && !IS_ROW.test(noun) && !own.has(stem(noun))),
    );
  });
}

/** Whether “or” stands between conditions of several columns: all of them hold for the rows that count. */
function hasOtherChoice(plain: string, conditions: readonly Found[]): boolean {
  const choices = (text: string) => [...text.matchAll(/\b(?:or|oder)\b/g)].length;
  const known = conditions.map(({ parts, isTime }) => {
    const inside = parts.reduce((sum, part) => sum + choices(toPlain(part)), 0);
    return inside + (isTime ? 0 : parts.length - 1);
  });
  return choices(plain) > known.reduce((sum, count) => sum + count, 0);
}

/** Whether a column says when something was done: `Sold on`. */
const isOfPast = ({ name }: TextColumn): boolean =>
  words(name).some((word) => /ed$/.test(word) || verbForms(word).slice(1).includes(word));

const countsRows = ({ operation, group, target }: TableQuestion): boolean =>
  operation === 'count' || (group !== null && target === null);

/** Verbs that join a group and its rows, whatever they are: “which class sends the most pupils”. */
const JOINS =
  /^(?:sees?|saw|serves?|served|sends?|sent|suppl(?:y|ies|ied)|provides?|provided|contributes?|contributed|hosts?|hosted)$/;
/** Behind a result it says its unit: “in euros”. */
const IN_UNIT = /\bin (\p{L}+)(?=\W*$)/u;

function meantBy(plain: string, { read, conditions, rows }: Meaning): ReadonlySet<string> {
  const { target, group } = read;
  const unit = IN_UNIT.exec(plain)?.[1] ?? '';
  return new Set([
    ...conditions.flatMap(({ parts }) => parts.flatMap(words)),
    ...operationWords(plain).flatMap(words),
    ...words(read.part),
    ...(group && !target ? words(plain).filter((word) => JOINS.test(word)) : []),
    ...(target && isUnit(unit) && hasUnit(unit, target, rows) ? [unit] : []),
  ]);
}

/** Whether each word is known, where one more would narrow an act or a time. */
export function isKnown(question: string, meaning: Meaning): boolean {
  const { isStrict, read, names, conditions } = meaning;
  if (!isStrict) return true;
  const plain = toPlain(question);
  const meant = meantBy(plain, meaning);
  // Alone it may be anywhere.
  const isHere = (word: string) => word === 'here' && conditions.length > 0;
  const isSaid = (word: string) =>
    isEmptyWord(word) ||
    UNSAID.test(word) ||
    (read.operation === 'rows' && AGAIN.test(word)) ||
    meant.has(word) ||
    names(stem(word)) ||
    (read.isTenure === true && (IS_PERSON.test(word) || isHere(word)));
  return words(plain).every((word) => !isLong(word) || isSaid(word));
}

const words = (text: string): string[] => [...runsOf(toPlain(text))].map(([word]) => word);
const isLong = (word: string) => word.length >= MIN_WORD || /\d/.test(word);

/** What a question calls the rows: “which car”, “the largest order”, “how many flights”. */
function nounsOf(
  plain: string,
  { read, isRow }: Meaning,
  said: ReadonlySet<string>,
): ReadonlySet<string> {
  const { operation } = read;
  // “More than 1000 soldiers” says what the numbers of the column are of.
  const counted = [...countedNouns(plain, said), ...comparedNouns(plain)];
  if (operation !== 'highest' && operation !== 'lowest') return new Set(counted);
  const which = [...plain.matchAll(new RegExp(`${WHICH.source} (\\p{L}+)(?: (\\p{L}+))?`, 'gu'))];
  const extremes = extremeWords(plain).join('|');
  const behind = plain.matchAll(
    new RegExp(`(?<=(?<!\\p{L})(?:${extremes}|expensive) )\\p{L}+`, 'gu'),
  );
  // Behind a value: “which American car”.
  const named = which.map(([, noun = '', next = noun]) => (said.has(noun) ? next : noun));
  const nouns = [...named, ...[...behind].map(([noun]) => noun)];
  return new Set([...counted, ...(countsRows(read) ? nouns.filter(isRow) : nouns)]);
}

/** Whether a question names a column that its answer leaves out, or counts values of which rows repeat some. */
function namesOther(plain: string, { columns, rows }: TextTable, meaning: Meaning): boolean {
  const { operation, target, group, each } = meaning.read;
  const asked = words(plain);
  const counted = new Set(countedNouns(plain, new Set()).map(stem));
  const ofConditions = (column: TextColumn) =>
    meaning.conditions.some(({ words: said }) => said.includes(column.name));
  const used = columns.filter((one) => [target, group, each].includes(one) || ofConditions(one));
  const known = new Set(used.flatMap(({ name }) => stems(name)));
  const isExtreme = operation === 'highest' || operation === 'lowest';
  // A verb may be the name of a column: "How many people paid?"
  const isOfAll = operation === 'count' && meaning.conditions.length === 0;
  const meant = new Set(meaning.conditions.flatMap(({ parts }) => parts.flatMap(words)));
  const named = asked.filter((word) => !meant.has(word) && word.length > 2);
  const all = named.map(stem);
  const certain = isOfAll ? all : named.filter((word) => !isStop(word)).map(stem);
  // A patient who had a filling and a crown has two rows.
  const isOfBoth =
    /\b(?:and|both|und)\b/.test(plain) &&
    meaning.conditions.some(({ parts, isTime }) => !isTime && parts.length > 1);
  // “Garden tools” calls the rows of a value something.
  const called = meaning.conditions.flatMap(({ parts }) =>
    parts.flatMap(
      (part) =>
        new RegExp(`\\b${plainWords(part)} (\\p{L}+s)\\b`, 'u').exec(plainWords(plain))?.[1] ?? [],
    ),
  );
  // Nurses of band 5 have several shifts.
  const [, head = ''] =
    /\b(?:how many|number of)(?: of (?:the|our|my|all))?((?: [\p{L}\d]+){1,4})/u.exec(plain) ?? [];
  const behind = head.trim().split(' ');
  const end = behind.findIndex(isEmptyWord);
  const heads = new Set((end < 0 ? behind : behind.slice(0, end)).map(stem));
  const isCalled = (word: string) => called.some((noun) => stem(noun) === word) && !heads.has(word);
  return columns.some((column) => {
    if (used.includes(column)) return false;
    // Things that need reordering are of a `Reorder level`.
    const own = all.filter((word) =>
      stems(column.name).some((name) => !known.has(name) && isFormOf(name, word)),
    );
    if (own.length === 0) return false;
    const of = own.some((word) => counted.has(word)) && !isOfBoth ? meaning.rows : rows;
    const values = of.flatMap(({ cells }) => cells.get(column.name) ?? []);
    const different = new Set(values).size;
    // All tickets were sold, at some time.
    if (column.kind === 'date' && values.length === of.length && isOfPast(column)) return false;
    // `Paid by` has names, however few.
    const isFlag = different <= 2 && values.length > 3 && !/\b(?:by|von|durch)$/i.test(column.name);
    if (isFlag || isExtreme) return isFlag;
    const isMeant = (word: string) =>
      certain.includes(word) && !(column.kind === 'text' && isCalled(word));
    return own.some(isMeant) && different < of.length;
  });
}
