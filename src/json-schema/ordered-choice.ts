import type { GrammarWriter } from './grammar-writer.ts';
import { spend } from './work-meter.ts';

/** One of several things that may follow each other in a fixed order. */
export interface Member {
  /** EBNF expression. */
  expression: string;
  isRequired: boolean;
}

/** What one state costs, in steps of the meter. */
const STATE_STEPS = 100;

/**
 * Members in their order with `comma` between them, each at most once, `least` to `most` of them:
 * the properties of an object, the distinct values of an array. Null where it cannot be.
 *
 * A required `a` and then an optional `b` are four rules, of which the last is the result: a pick, or what follows one.
 *     r1 ::= ""           (the end, after b)
 *     r2 ::= b r1
 *     r3 ::= "" | "," r2  (the end, or b)
 *     r4 ::= a r3
 */
export function orderedChoice(
  writer: GrammarWriter,
  members: readonly Member[],
  comma: string,
  min: number,
  max: number,
): string | null {
  const required = members.filter((m) => m.isRequired).length;
  if (max < min || max < required || members.length < min) return null;
  const counts = min > required || max < members.length;
  const lastRequired = members.findLastIndex((m) => m.isRequired);
  const known = new Map<string, string | null>();
  /** Unless they are counted, how many were written does not matter. */
  const state = (kind: string, at: number, written: number) =>
    `${kind} ${at} ${counts ? written : 0}`;

  /** The rule of a place, written once. Null where nothing may come. */
  function once(key: string, options: () => (string | null)[]): string | null {
    const found = known.get(key);
    if (found !== undefined) return found;
    spend(STATE_STEPS);
    const possible = options().filter((o) => o !== null);
    const rule = possible.length === 0 ? null : writer.rule(possible.join(' | '));
    known.set(key, rule);
    return rule;
  }

  /** One of the members from `at` on, and its possible successors. */
  function pick(at: number, written: number): string | null {
    const member = members[at];
    if (!member || written >= max) return null;
    return once(state('pick', at, written), () => {
      const rest = follow(at + 1, written + 1);
      const skipped = member.isRequired ? null : pick(at + 1, written);
      return [rest && `${member.expression} ${rest}`, skipped];
    });
  }

  /** The end, where it may be, or a comma and another member: no two options begin alike. */
  function follow(at: number, written: number): string | null {
    const mayEnd = written >= min && at > lastRequired;
    return once(state('follow', at, written), () => {
      const another = pick(at, written);
      return [mayEnd ? '""' : null, another && `${comma} ${another}`];
    });
  }

  const first = pick(0, 0);
  if (min > 0 || required > 0) return first;
  return first ? `("" | ${first})` : '""';
}
