import { literal } from './grammar-writer.ts';
import { spend } from './work-meter.ts';

/** A sequence of EBNF atoms: a character in quotes, a class, a rule's name, or a group in parentheses. */
export type Atoms = readonly string[];

/** Text as atoms, one for each character. */
export function characters(text: string): string[] {
  return [...text].map(literal);
}

/** The same atom several times. */
export function times(atom: string, count: number): string[] {
  return new Array<string>(count).fill(atom);
}

/**
 * Alternatives as one EBNF expression in which no two begin alike: common prefixes are written once,
 * before the choice. xgrammar 0.1.27 accepts texts outside the language for choices like
 * `"30" | "35" | "40" | "20"` (it accepts "45"), never for such that share no beginning.
 */
export function choiceOf(alternatives: readonly Atoms[]): string {
  spend(alternatives.reduce((sum, { length }) => sum + 1 + (length >> 2), 0));
  const groups = new Map<string, Atoms[]>();
  let isEmptyOne = false;
  for (const [first, ...rest] of alternatives) {
    if (first === undefined) isEmptyOne = true;
    else if (first === '""') return choiceOf([...alternatives.filter((a) => a[0] !== '""'), rest]);
    else if (groups.get(first)?.push(rest) === undefined) groups.set(first, [rest]);
  }
  const parts = [...groups].map(([first, rests]) => {
    const [only] = rests;
    if (rests.length === 1 && only) return [first, ...only].join(' ');
    return `${first} (${choiceOf(rests)})`;
  });
  if (isEmptyOne) parts.unshift('""');
  return parts.join(' | ');
}
