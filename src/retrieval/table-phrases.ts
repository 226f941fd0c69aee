import { runsOf, toPlain } from '#base/words.ts';
import { isEmptyWord } from './question-words.ts';
import type { TextTable } from './table-rows.ts';
import { isOfOne } from './table-spans.ts';
import { rootOf, stems } from './table-words.ts';

/** The same question in the words that the rest reads: turns of phrase that say nothing about rows are left out. */
export function inPlainPhrases(question: string, table: TextTable): string {
  const asked = PHRASES.reduce(
    (text, [form, plain]) => text.replace(form, plain),
    withoutInstruction(question, table),
  );
  return withoutWhole(ofTheBest(asked, table), table);
}

const PHRASES: readonly [RegExp, string][] = [
  [/[’ʼ]/gu, "'"],
  [/\b(?:according to|based on|going by|as per|laut|gemäß)\b/giu, 'in'],
  [
    /\b(?:over|during|in|for|across|throughout) the (?:whole|entire|full) (?:of )?(?:the )?(?:year )?(?:of )?(?=(?:19|20)\d\d\b)/giu,
    'in ',
  ],
  // A preposition before the word that asks: “Against which …”.
  [/\b(?:against|amongst?|within|under|through) (?=(?:which|what|whom)\b)/giu, ''],
  [/\b(?:(?:does|did|would) it take|it (?:takes|took))\b/giu, 'is'],
  [/\b(which|what) (?:kinds?|types?|sorts?) of (?=\p{L})/giu, '$1 '],
  // How often it was done is the number of rows.
  [/\b(?:do|did) (?:we|i|you|they) \p{L}+ (?:up |in |at )?most (often|frequently)\b/giu, 'most $1'],
  [
    /\b(?:bring|brought|take|took|takes|brings) in\b(?= (?:altogether|overall|in|most|the most)|\W*$)/giu,
    'earned',
  ],
  // These ask as “I” and “we” do.
  [
    /\b(?:(?:the|our|my) family|(?:our|my) (?:company|firm|team|club|shop|office|school))\b/giu,
    'we',
  ],
];

const SENTENCE =
  /^(.*?\?)\s+((?:please|just|only|give|state|name|write|tell|answer|reply)\b.*)$/isu;
/** Words by which a sentence says how to answer. */
const OF_ANSWERS =
  /^(?:please|just|only|give|state|write|tell|answer|reply|full|exact|date|day|name|number|amount|value|result)$/;

/** Without a second sentence that says which column the answer is to be from: “Give the date the week started.” */
function withoutInstruction(question: string, { columns }: TextTable): string {
  const [, asked = question, told = ''] = SENTENCE.exec(question) ?? [];
  const own = new Set(columns.flatMap(({ name }) => stems(name)).map(rootOf));
  const isOfAnswer = [...runsOf(toPlain(told))].every(
    ([word]) => OF_ANSWERS.test(word) || isEmptyWord(word) || own.has(rootOf(word)),
  );
  // It might ask for more: “Give the second one too.”
  return isOfAnswer ? asked : question;
}

const WHOLE =
  /\b(?:over|during|in|for|across|throughout) (?:(?:the )?(?:whole|entire|full|complete) |all (?:of )?the )(day|month|year)\b(?! of\b)|\b(?:all|over the|throughout the) (year)\b(?: round| long)?/giu;

/** Whether a question still says so: some rows are of another year. */
export const hasWhole = (question: string): boolean =>
  new RegExp(WHOLE.source, 'iu').test(question);

/** Without “over the whole year”, where the table is of no other: it leaves out no row. */
function withoutWhole(question: string, table: TextTable): string {
  return question.replace(WHOLE, (all: string, unit?: string, year?: string) =>
    isOfOne((unit ?? year ?? '').toLowerCase(), table) ? '' : all,
  );
}

/** Columns of which more is better. */
const BETTER =
  /\b(?:yields?|harvest|scores?|points|ratings?|sales|revenue|profit|income|turnover|output|production|votes)\b/;
const BEST = /\b(best|worst)(?=\s*(?:[?.!]|$)|\s+(?:at|in|of|for|on|during|overall)\b)/iu;

/** “Which did best?” means the only numbers, where more of them is better. */
function ofTheBest(question: string, { columns }: TextTable): string {
  const [column, ...others] = columns.filter(({ kind }) => kind === 'number');
  if (!column || others.length > 0 || !/\b(?:which|who)\b/i.test(question)) return question;
  const name = toPlain(column.name).replaceAll('_', ' ');
  if (!BETTER.test(name)) return question;
  return question.replace(
    BEST,
    (word) => `${word.toLowerCase() === 'best' ? 'highest' : 'lowest'} ${name}`,
  );
}
