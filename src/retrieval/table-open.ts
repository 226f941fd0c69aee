import { toPlain } from '#base/words.ts';
import type { Found } from './table-numbers.ts';
import { MONTH, type TableRow, type TextColumn, type TextTable } from './table-rows.ts';
import { rootOf, stems } from './table-words.ts';

/** Verbs that mean the same in the name of a column. */
const SAME: readonly [RegExp, string][] = [
  [/^(?:brought|given|handed|taken|come|came) (?:back|in)$/, 'returned'],
  [/^settled$/, 'paid'],
  [/^(?:completed|done|closed|ended)$/, 'finished'],
];
const WORDS: Readonly<Record<string, readonly string[]>> = {
  returned: ['returned', 'back'],
  paid: ['paid', 'payment', 'settled'],
  finished: ['finished', 'completed', 'completion', 'done', 'closed', 'ended', 'end'],
};

/** A time, a second verb, or a manner behind the verb: it is no longer all that was not done. */
const NARROWED = `(?!\\s+(?:or|and|nor|but|by|until|till|before|within|since|after|on|during|early|late|twice|fully|(?:in|at|for)\\s+(?:time|full|part|\\d|(?:${MONTH})\\b))\\b)`;
const VERB = `(\\p{L}+(?!\\p{L})(?: (?:back|out|in|off|up)\\b)?)(?! (?:back|out|in|off|up)\\b)`;
const STILL = new RegExp(`\\bstill (out|on loan|lent out|missing)\\b${NARROWED}`, 'iu');
const OPEN: readonly RegExp[] = [
  new RegExp(
    `(?<=\\b(?:have|has|had|are|is|were|was)) ?(?:still )?(?:not|n't)(?: yet)?(?: been)?(?: yet)? ${VERB}(?: yet)?${NARROWED}`,
    'iu',
  ),
  new RegExp(`\\b(?:never|(?:not )?yet to be)(?: been)? ${VERB}${NARROWED}`, 'iu'),
  new RegExp(
    `\\b(?:still )?un(paid|returned|finished|completed|settled|answered|delivered|sold|signed)\\b${NARROWED}`,
    'iu',
  ),
  STILL,
];
/** What a column says of each row where it was done, and nothing where not. */
const IS_DONE = /^(?:yes|y|x|✓|✔|done|ja|ok|true)$/iu;

/** Rows of which something was not done: their cell is empty in the column that the verb of the question names. */
export function openRows(question: string, table: TextTable): Found | null {
  for (const form of OPEN) {
    const [part, verb] = form.exec(question) ?? [];
    if (part === undefined || verb === undefined) continue;
    // A thing still out was not returned.
    const column = columnOf(form === STILL ? 'returned' : toPlain(verb), table);
    if (!column || isValue(toPlain(part).trim(), table)) return null;
    const holds = ({ cells }: TableRow) => isEmpty(cells.get(column.name));
    return { isExact: true, parts: [part], words: `${column.name} = –`, holds };
  }
  return null;
}

const isEmpty = (value: string | undefined) => (value ?? '').trim() === '';

/** The one column with the verb in its name that has days or marks, and empty cells. */
function columnOf(verb: string, { columns, rows }: TextTable): TextColumn | null {
  const same = SAME.find(([form]) => form.test(verb))?.[1] ?? verb;
  const wanted = new Set((WORDS[same] ?? [same]).map(rootOf));
  const named = columns.filter((column) => {
    if (!stems(column.name).some((word) => wanted.has(rootOf(word)))) return false;
    const values = rows.map(({ cells }) => cells.get(column.name));
    const isMark = values.every((value) => isEmpty(value) || IS_DONE.test(value ?? ''));
    return (column.kind === 'date' || isMark) && values.some(isEmpty);
  });
  return named.length === 1 ? (named[0] ?? null) : null;
}

/** `unpaid` may be what a cell says. */
const isValue = (word: string, { rows }: TextTable) =>
  rows.some(({ cells }) => [...cells.values()].some((value) => toPlain(value) === word));
