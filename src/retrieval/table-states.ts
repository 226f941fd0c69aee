import { readDate, type TableRow, type TextColumn, type TextTable } from './table-rows.ts';
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
/** What a column says of each row where it was done, and nothing where not. */
const IS_DONE = /^(?:yes|y|x|✓|✔|done|ja|ok|true)$/iu;
const IS_EMPTY = /^(?:[-–—]*|n\/?a)$/iu;
/** Next to days these say that it was not done; next to "yes" a "no" may be an answer of its own. */
const IS_OPEN = /^(?:no|not yet|open|pending|outstanding|nein|offen)$/iu;

/** A day that may be to come: `Expires` does not say that it did. */
const IS_TO_COME = /\b(?:expires|ends|closes|finishes|returns|leaves|end)\b/i;

/** A column that says whether something was done with a row. */
export interface State {
  column: TextColumn;
  /** Whether each cell says it, and nothing else. */
  isClear: boolean;
  isOpen: (row: TableRow) => boolean;
}

/** The columns with a verb in their name of which some rows have days or marks, and others do not. */
export function statesOf(verb: string, { columns, rows }: TextTable): State[] {
  const same = SAME.find(([form]) => form.test(verb))?.[1] ?? verb;
  const wanted = new Set((WORDS[same] ?? [same]).map(rootOf));
  return columns
    .filter(({ name, kind }) => {
      // A person who paid is no sign of it.
      if (kind === 'number' || /\b(?:by|von|durch)$/i.test(name)) return false;
      return stems(name).some((word) => wanted.has(rootOf(word)));
    })
    .flatMap((column) => stateOf(column, rows) ?? [])
    .map((state) => ({ ...state, isClear: state.isClear && !IS_TO_COME.test(state.column.name) }));
}

/** Null where no row is open, or most cells say something else. */
function stateOf(column: TextColumn, rows: readonly TableRow[]): State | null {
  const cell = ({ cells }: TableRow) => (cells.get(column.name) ?? '').trim();
  const isDay = (value: string) => readDate(value, column.isDayFirst) !== null;
  const values = rows.map(cell);
  const isDated = values.some(isDay);
  const isOpen = (value: string) => IS_EMPTY.test(value) || (isDated && IS_OPEN.test(value));
  const filled = values.filter((value) => !isOpen(value));
  const done = filled.filter((value) => isDay(value) || IS_DONE.test(value)).length;
  if (filled.length === values.length || done * 2 < filled.length) return null;
  return { column, isClear: done === filled.length, isOpen: (row) => isOpen(cell(row)) };
}
