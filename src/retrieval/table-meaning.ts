import { runsOf, toPlain } from '#base/words.ts';
import { COUNTED, isStop } from './table-conditions.ts';
import type { Found } from './table-numbers.ts';
import { operationWords, type TableQuestion, WHICH } from './table-question.ts';
import { stem, stems, type TableRow, type TextColumn, type TextTable } from './table-rows.ts';

/** What a question was found to mean. */
interface Meaning {
  read: TableQuestion;
  conditions: readonly Found[];
  /** The rows that count. */
  rows: readonly TableRow[];
  /** Words that name the table. */
  names: (word: string) => boolean;
}

/** Words of questions in other languages than English that say nothing about rows. */
const FILLING = new Set(
  (
    'der die das den dem des ein eine einen einem einer eines und oder ist sind war waren wie viele viel wieviel hoch was wer wo ' +
    'wann welche welcher welches welchen gibt von vom zum zur bei mit fur auf aus als nach vor seit bis uber unter insgesamt hat ' +
    'haben hatte hatten wurde wurden worden wird werden sich ich wir mir uns man alle allen bitte dabei mitarbeiter personen ' +
    'est les des une quel quelle combien hay los las del que cual there been being had can could would should whole entire ' +
    'need needs needed use uses used drive driven drove generate generated produce produced die died dies happen happened reach reached grow grew ' +
    'weigh weighs expensive exist exists list listed recorded contain contains contained work works live lives lie lies located situated years old'
  ).split(' '),
);
/** “Over all years” means all rows, “over the limit” some. */
const ALL_OF = /\bover (?=all\b|the (?:whole|entire)\b)/g;
/** Before a part of a question that says which rows are meant. */
const OPENS =
  /^(?:on|for|in|at|from|by|with|of|to|during|via|into|is|are|was|were|been|von|fur|im|mit|bei|aus|auf|ist|sind|war|waren|wurde|wurden)$/;
/** The fewest letters of a word that may say which rows are meant. */
const MIN_WORD = 3;
/** Numbers and times that would be left out. */
const IS_DROPPED = /\d|^(?:before|after|since|until|till)$/;
/** Words without a meaning next to conditions: “How many trips to Lisbon”. */
const MAX_UNKNOWN = 1;

/**
 * Whether an answer takes account of all that a question says: a word that nothing is known of may leave out rows, as
 * in “How many orders were cancelled?” of a table without that word. A number is never left out.
 */
export function isUnderstood(question: string, table: TextTable, meaning: Meaning): boolean {
  const { read, conditions } = meaning;
  const plain = toPlain(question).replace(ALL_OF, '');
  if (namesOther(plain, table, meaning)) return false;
  const nouns = nounsOf(plain, read);
  const meant = new Set([
    ...conditions.flatMap(({ parts }) => parts.flatMap(words)),
    ...operationWords(plain).flatMap(words),
    ...words(read.part),
  ]);
  const unknown = (word: string) =>
    !meant.has(word) && !nouns.has(word) && !meaning.names(stem(word));
  const isEmpty = (word: string) => isStop(word) || FILLING.has(word) || OPENS.test(word);
  const said = words(plain).filter((word) => !isEmpty(word) || meant.has(word));
  const left = said.filter((word) => unknown(word) && isLong(word));
  if (left.some((word) => IS_DROPPED.test(word))) return false;
  if (conditions.length === 0) return left.length === 0;
  return (
    left.length <= MAX_UNKNOWN &&
    phrasesOf(plain).every((phrase) => {
      const own = phrase.filter((word) => !isEmpty(word) || meant.has(word));
      return !own.some((word) => isLong(word) && unknown(word)) || !own.every(unknown);
    })
  );
}

const words = (text: string): string[] => [...runsOf(toPlain(text))].map(([word]) => word);
const isLong = (word: string) => word.length >= MIN_WORD || /\d/.test(word);

/** The words behind each preposition or form of "to be", up to the next. */
function phrasesOf(plain: string): string[][] {
  const phrases: string[][] = [];
  for (const word of words(plain)) {
    if (OPENS.test(word)) phrases.push([]);
    else phrases.at(-1)?.push(word);
  }
  return phrases;
}

/** What a question calls the rows: “which car”, “the largest order”, “how many flights”. */
function nounsOf(plain: string, { operation }: TableQuestion): ReadonlySet<string> {
  const counted = [...plain.matchAll(COUNTED)].map(([, noun = '']) => noun);
  if (operation !== 'highest' && operation !== 'lowest') return new Set(counted);
  const which = [...plain.matchAll(new RegExp(`${WHICH.source} (\\p{L}+)`, 'gu'))];
  const extremes = operationWords(plain).join('|');
  const behind = plain.matchAll(
    new RegExp(`(?<=(?<!\\p{L})(?:${extremes}|expensive) )\\p{L}+`, 'gu'),
  );
  const nouns = [...which.map(([, noun = '']) => noun), ...[...behind].map(([noun]) => noun)];
  return new Set([...counted, ...nouns]);
}

/** Whether a question names a column that its answer leaves out, or counts values of which rows repeat some. */
function namesOther(plain: string, { columns, rows }: TextTable, meaning: Meaning): boolean {
  const { operation, target, group, each } = meaning.read;
  const asked = words(plain);
  const counted = new Set([...plain.matchAll(COUNTED)].map(([, noun = '']) => stem(noun)));
  const ofConditions = (column: TextColumn) =>
    meaning.conditions.some(({ words: said }) => said.includes(column.name));
  const used = columns.filter((one) => [target, group, each].includes(one) || ofConditions(one));
  const known = new Set(used.flatMap(({ name }) => stems(name)));
  const isExtreme = operation === 'highest' || operation === 'lowest';
  // A verb may be the name of a column: "How many people paid?"
  const isOfAll = operation === 'count' && meaning.conditions.length === 0;
  const meant = new Set(meaning.conditions.flatMap(({ parts }) => parts.flatMap(words)));
  const named = asked.filter((word) => !meant.has(word) && word.length > 2);
  const all = new Set(named.map(stem));
  const certain = isOfAll ? all : new Set(named.filter((word) => !isStop(word)).map(stem));
  return columns.some((column) => {
    if (used.includes(column)) return false;
    const own = stems(column.name).filter((word) => all.has(word) && !known.has(word));
    if (own.length === 0) return false;
    const of = own.some((word) => counted.has(word)) ? meaning.rows : rows;
    const values = of.flatMap(({ cells }) => cells.get(column.name) ?? []);
    const different = new Set(values).size;
    const isFlag = different <= 2 && values.length > 3;
    if (isFlag || isExtreme) return isFlag;
    return own.some((word) => certain.has(word)) && different < values.length;
  });
}
