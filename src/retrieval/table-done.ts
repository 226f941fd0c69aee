import { toPlain } from '#base/words.ts';
import type { TableQuestion } from './table-question.ts';
import type { Found, TextTable } from './table-rows.ts';
import { statesOf } from './table-states.ts';
import { verbForms } from './table-words.ts';

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
