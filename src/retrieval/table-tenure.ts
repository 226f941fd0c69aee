import type { Operation } from './table-operations.ts';
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
const LONG = /\b(?:longest|shortest)\b/;
const CAME = /\b(?:who|which)\b.*\b(?:joined|started|began|hired)\b/;
const WHEN = /\b(?:(first|earliest)|(?:last|latest|most recently))\b/;

/** Whether a column says since when somebody is there. */
export const isOfEntry = ({ name }: TextColumn): boolean =>
  stems(name).some((word) => BEGINS.has(rootOf(word)));

/** Who was there longest, or came first: the earliest or latest day of the one column of dates, where it says so. */
export function tenureOf(
  plain: string,
  { columns }: TextTable,
): { operation: Operation; target: TextColumn; part: string } | null {
  const [target, ...others] = columns.filter(({ kind }) => kind === 'date');
  // Another column of dates may say when they left.
  if (!target || others.length > 0) return null;
  if (!isOfEntry(target)) return null;
  const isLongest = STAYED.test(plain) ? LONG.exec(plain)?.[0] : undefined;
  if (isLongest) {
    const operation = isLongest === 'longest' ? 'lowest' : 'highest';
    return {
      operation,
      target,
      part: 'been worked served serving stayed employed time longest shortest',
    };
  }
  const when = CAME.test(plain) ? WHEN.exec(plain) : null;
  if (!when) return null;
  return {
    operation: when[1] ? 'lowest' : 'highest',
    target,
    part: `joined started began hired recently`,
  };
}
