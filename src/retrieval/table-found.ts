import type { TableRow } from './table-rows.ts';

/** A condition of a question, as words and as a test of a row. */
interface Condition {
  words: string;
  /** Whether it is a whole value or a number, not a part of a value or a time. */
  isExact?: boolean;
  /** Whether it is a time. */
  isTime?: boolean;
  /** Whether it says that something was done, at a time of its own. */
  isAct?: boolean;
  holds: (row: TableRow) => boolean;
}

/** The same with the parts of the question that say it. */
export interface Found extends Condition {
  parts: string[];
}
