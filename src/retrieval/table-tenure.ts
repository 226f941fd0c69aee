import { measuredBy, OPERATIONS, type Operation } from './table-operations.ts';
import type { TextColumn, TextTable } from './table-rows.ts';
import { rootOf, stems } from './table-words.ts';

/** Words of a column that says since when somebody is there. */
const BEGINS = new Set(
  'start started joined hired since employed entry begin member eintritt beginn'
    .split(' ')
    .map(rootOf),
);
/** Who has been there for long; “the longest meeting” is of no such time. */
const STAYED =
  /\b(?:who|whose|which|what|wer)\b.*\b(?:(?:has|have) (?:been|worked|served|stayed)|(?:been|worked|served|stayed|employed)|longest[- ]serving)\b/;
/** At the end of what it says; “the longest hours” are something else that is long. */
const LONG = /\b(longest|shortest)\b(?=\s*(?:[?.!,;]|$)|[\s-]+(?:in|at|with|of|on|here|serving)\b)/;
const CAME = /\b(?:who|which)\b.*\b(?:joined|started|began|hired)\b/;
const WHEN = /\b(?:(first|earliest)|last|latest|most recently)\b/;
/** “Been to Paris” is a journey, and “outside” all others. */
const ELSEWHERE = /\bbeen to\b|\b(?:outside|away|abroad)\b/;

/** Words for the people of a list that says since when they are there. */
export const IS_PERSON =
  /^(?:people|persons?|employees?|members?|colleagues?|who|one|of|been|worked|served|serving|stayed|employed|time|longest|shortest|joined|started|began|hired|recently)$/;

/** Whether a column says since when somebody is there. */
export const isOfEntry = ({ name }: TextColumn): boolean =>
  stems(name).some((word) => BEGINS.has(rootOf(word)));

/** A result by the time since when somebody is there. */
export interface Tenure {
  operation: Operation;
  target: TextColumn;
}

/**
 * Who was there longest, or came first: the earliest or latest day of the one column of dates, where it says so. Null
 * where a question asks for nothing of the kind, undefined where it asks for something else too.
 */
export function tenureOf(plain: string, { columns }: TextTable): Tenure | null | undefined {
  const [target, ...others] = columns.filter(({ kind }) => kind === 'date');
  // Another column of dates may say when they left.
  if (!target || others.length > 0 || !isOfEntry(target)) return null;
  const long = STAYED.test(plain) ? LONG.exec(plain) : null;
  const when = long || !CAME.test(plain) ? null : WHEN.exec(plain);
  const said = long ?? when;
  if (!said) return null;
  const rest = plain.replace(said[0], ' ');
  const asksMore = OPERATIONS.some(([, form]) => form.test(rest));
  if (asksMore || measuredBy(rest).length > 0 || ELSEWHERE.test(rest)) return undefined;
  const isEarliest = long ? long[1] === 'longest' : when?.[1] !== undefined;
  return { operation: isEarliest ? 'lowest' : 'highest', target };
}
