import type { Pattern } from './parse-pattern.ts';

/** Items that repeat the same one after the other as one item: `a?a?a+` is `a{1,}`, and read in one way. */
export function joined(items: readonly Pattern[]): Pattern[] {
  const out: Pattern[] = [];
  for (const item of items) {
    const last = out.at(-1);
    const isSame =
      last?.kind === 'repeat' &&
      item.kind === 'repeat' &&
      JSON.stringify(last.item) === JSON.stringify(item.item);
    if (!isSame) out.push(item);
    else {
      const max = last.max === null || item.max === null ? null : last.max + item.max;
      out[out.length - 1] = { ...last, min: last.min + item.min, max };
    }
  }
  return out;
}

/** Characters that a pattern is written with once its counted parts are written out. */
export function sizeOf(pattern: Pattern): number {
  switch (pattern.kind) {
    case 'character':
      return 1;
    case 'start':
    case 'end':
      return 0;
    case 'sequence':
      return pattern.items.reduce((sum, item) => sum + sizeOf(item), 0);
    case 'choice':
      return pattern.options.reduce((sum, option) => sum + sizeOf(option), 0);
    case 'repeat':
      // Nothing repeated is written out as well.
      return Math.max(1, sizeOf(pattern.item)) * Math.max(1, pattern.max ?? pattern.min);
  }
}

/** Minimum and maximum code points of a pattern's matches. */
export function lengths(pattern: Pattern): [number, number] {
  switch (pattern.kind) {
    case 'character':
      return [1, 1];
    case 'start':
    case 'end':
      return [0, 0];
    case 'sequence':
      return pattern.items
        .map(lengths)
        .reduce(([a, b], [c, d]) => [a + c, b + d], [0, 0] as [number, number]);
    case 'choice': {
      const all = pattern.options.map(lengths);
      return [Math.min(...all.map(([a]) => a)), Math.max(...all.map(([, b]) => b))];
    }
    case 'repeat': {
      const [a, b] = lengths(pattern.item);
      const max = pattern.max ?? Number.POSITIVE_INFINITY;
      return [a * pattern.min, b === 0 || max === 0 ? 0 : b * max];
    }
  }
}
