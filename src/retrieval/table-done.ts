import { toPlain } from '#base/words.ts';
import type { TableQuestion } from './table-question.ts';
import { type Found, MONTH, type TextTable } from './table-rows.ts';
import { statesOf } from './table-states.ts';
import { verbForms } from './table-words.ts';

/** A time, a second verb, or a manner behind the verb: it is no longer all that was not done. */
const NARROWED = `(?!\\s+(?:or|and|nor|but|by|until|till|before|within|since|after|on|during|early|late|twice|fully|as|(?:in|at|for)\\s+(?:time|full|part|\\d|(?:${MONTH})\\b)|for\\s+(?:more|less|longer|over|under|at|about|almost|nearly|an?|several|some|many|days|weeks|months|years))\\b)`;
const VERB = `(\\p{L}+(?!\\p{L})(?: (?:back|out|in|off|up)\\b)?)(?! (?:back|out|in|off|up)\\b)`;
/** A book that is missing pages is not missing. */
const STILL = new RegExp(
  `\\bstill (out|on loan|lent out|missing(?!\\s+(?!from\\b)\\p{L}))\\b${NARROWED}`,
  'iu',
);
const UN = 'un(paid|returned|finished|completed|settled|answered|delivered|sold|signed)\\b';
const OPEN: readonly RegExp[] = [
  new RegExp(
    `(?<=\\b(?:have|has|had|are|is|was|were)) ?(?:still )?(?:not|n't)(?: yet)?(?: been)?(?: yet)? ${VERB}(?: yet)?${NARROWED}`,
    'iu',
  ),
  new RegExp(`\\b(?:never|(?:not )?yet to be)(?: been)? ${VERB}${NARROWED}`, 'iu'),
  new RegExp(`\\b(?:still )?${UN}${NARROWED}`, 'iu'),
  STILL,
];
/** Words for it that are left where the rest narrows them. */
const NAMED = new RegExp(`\\b${UN}|\\bstill (?:out|on loan|lent out|missing)\\b`, 'iu');
/** No row says what follows from it, or why. */
const SUPPOSED =
  /\b(?:if|whether|what happens|(?:when|how|where|what) (?:will|would|can|should|shall)|must|why|until|unless)\b/i;

/**
 * Rows of which something was not done: their cell is empty in the column that the verb of the question names; null
 * where it asks for none, undefined where it is not certain of which.
 */
export function openRows(question: string, table: TextTable): Found | null | undefined {
  for (const form of OPEN) {
    const [part, verb] = form.exec(question) ?? [];
    if (part === undefined || verb === undefined) continue;
    // `unpaid` may be what a cell says.
    if (isValue(toPlain(part).trim(), table)) return null;
    // A thing still out was not returned.
    const [state, ...others] = statesOf(form === STILL ? 'returned' : toPlain(verb), table);
    if (!state?.isClear || others.length > 0 || SUPPOSED.test(question)) return undefined;
    return {
      isExact: true,
      parts: [part],
      words: `${state.column.name} = –`,
      holds: state.isOpen,
    };
  }
  const [named] = NAMED.exec(question) ?? [];
  return named === undefined || isValue(toPlain(named), table) ? null : undefined;
}

const isValue = (word: string, { rows }: TextTable) =>
  rows.some(({ cells }) => [...cells.values()].some((value) => toPlain(value) === word));

const WORD = /(\p{L}+)( back\b)?/gu;
/** Before a verb in its first form. */
const DID = /\b(?:did|do|does)\b/;

/**
 * Rows of which something was done, where the verb of the question names a column that is empty for others; null where
 * it names none, undefined where it is not certain which rows are meant.
 * @param own the other conditions of the question
 */
export function doneRows(
  question: string,
  table: TextTable,
  { operation, target }: TableQuestion,
  own: readonly Found[],
): Found | null | undefined {
  // A row that is shown says itself whether it was done.
  if (operation === 'rows') return null;
  for (const verb of verbsIn(toPlain(question))) {
    const states = statesOf(verb, table).filter(
      ({ column }) =>
        column.name !== target?.name && !own.some(({ words }) => words.startsWith(column.name)),
    );
    const [state, ...others] = states;
    if (!state) continue;
    // The time may be that of another column: “paid in June” next to the days of orders.
    if (!state.isClear || others.length > 0 || own.some(({ isTime }) => isTime)) return undefined;
    return {
      isExact: true,
      parts: [verb],
      words: `${state.column.name} ≠ –`,
      holds: (row) => !state.isOpen(row),
    };
  }
  return null;
}

/** The verbs of a question for something done; “orders” are no verb next to `Order date`. */
function verbsIn(plain: string): string[] {
  return [...plain.matchAll(WORD)].flatMap(([all, word = '', back]) => {
    const isFirst = verbForms(word)[0] === word || verbForms(word).length === 0;
    const isParticiple = /ed$|^done$/.test(word) || !isFirst;
    const isDone = isParticiple || DID.test(plain.slice(0, plain.indexOf(word)));
    if (back) return [all];
    return isDone && word.length > 2 ? [word] : [];
  });
}
