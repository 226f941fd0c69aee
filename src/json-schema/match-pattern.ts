import type { CharacterSet } from './character-set.ts';
import { type Pattern, parsePattern } from './parse-pattern.ts';
import { SchemaError } from './schema.ts';
import { spend } from './work-meter.ts';

/** States of a pattern, its counted parts written out. */
const MAX_STATES = 10_000;
/** Patterns whose states are in the cache. */
const MAX_CACHED = 64;

/** `next`: the states after this one, by their number. A state without any is the end of a match. */
type State = { next: number[] } & (
  | { kind: 'character'; set: CharacterSet }
  | { kind: 'choice' | 'start' | 'end' }
);

interface Machine {
  states: readonly State[];
  first: number;
}

const cache = new Map<string, Machine | null>();

/**
 * Whether a text contains a match, in steps that grow with the length of both: a regular expression of the
 * engine may try for centuries. Null for patterns that only the engine follows.
 */
export function matchPattern(source: string, text: string): boolean | null {
  const machine = machineOf(source);
  return machine && run(machine, [...text]);
}

function machineOf(source: string): Machine | null {
  const known = cache.get(source);
  if (known !== undefined) return known;
  if (cache.size >= MAX_CACHED) cache.clear();
  let machine: Machine | null = null;
  try {
    const states: State[] = [{ kind: 'choice', next: [] }];
    machine = { states, first: build(parsePattern(source), 0, states) };
  } catch (error) {
    if (!(error instanceof SchemaError)) throw error;
  }
  cache.set(source, machine);
  return machine;
}

/** Adds the states of a pattern that is followed by the state `next`. @returns the first of them. */
function build(pattern: Pattern, next: number, states: State[]): number {
  const add = (state: State) => {
    if (states.length >= MAX_STATES) throw new SchemaError('pattern', 'is too large.');
    return states.push(state) - 1;
  };
  switch (pattern.kind) {
    case 'sequence':
      return pattern.items.reduceRight((after, item) => build(item, after, states), next);
    case 'choice': {
      const options = pattern.options.map((option) => build(option, next, states));
      return add({ kind: 'choice', next: options });
    }
    case 'repeat': {
      const { item, min, max } = pattern;
      let at = next;
      if (max === null) {
        const loop: number[] = [next];
        at = add({ kind: 'choice', next: loop });
        loop.push(build(item, at, states));
      }
      // Each step adds a state: a count without end comes to the limit.
      for (let i = min; i < (max ?? min); i++) {
        at = add({ kind: 'choice', next: [next, build(item, at, states)] });
      }
      for (let i = 0; i < min; i++) at = add({ kind: 'choice', next: [build(item, at, states)] });
      return at;
    }
    case 'character':
      return add({ kind: 'character', set: pattern.set, next: [next] });
    case 'start':
    case 'end':
      return add({ kind: pattern.kind, next: [next] });
  }
}

/** Follows all ways together; a match may begin at each place. */
function run(machine: Machine, text: readonly string[]): boolean {
  let reached: number[] | null = [];
  for (let at = 0; reached && at <= text.length; at++) {
    reached = step(machine, reached, at, text);
  }
  return reached === null;
}

/** @returns the states behind the character at `at`; null once the pattern has matched. */
function step(
  { states, first }: Machine,
  reached: readonly number[],
  at: number,
  text: readonly string[],
): number[] | null {
  const seen = new Set<number>();
  const open = [...reached, first];
  const code = text[at]?.codePointAt(0) ?? -1;
  const next: number[] = [];
  for (let number = open.pop(); number !== undefined; number = open.pop()) {
    if (seen.has(number)) continue;
    seen.add(number);
    spend(1);
    const state = states[number] as State;
    if (state.next.length === 0) return null;
    if (state.kind !== 'character') {
      if (isPassed(state.kind, at, text.length)) open.push(...state.next);
    } else if (holds(state.set, code)) next.push(...state.next);
  }
  return next;
}

function isPassed(kind: 'choice' | 'start' | 'end', at: number, length: number): boolean {
  if (kind === 'choice') return true;
  return at === (kind === 'start' ? 0 : length);
}

const holds = (set: CharacterSet, code: number) =>
  set.some(([from, to]) => from <= code && code <= to);
