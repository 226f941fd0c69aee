/** Values of JSON drawn at once. */
export const MAX_DRAWN_VALUES = 500;
/** Levels of lists and objects drawn at once: browsers end a page whose elements are nested thousands deep. */
const MAX_DEPTH = 20;

/** Whether a value of JSON has at most so many values in it, at levels that can be drawn. Without recursion. */
export function fitsWithin(value: object, max: number): boolean {
  const open = [{ value, depth: 1 }];
  let count = 0;
  for (let next = open.pop(); next; next = open.pop()) {
    if (next.depth > MAX_DEPTH) return false;
    for (const name in next.value) {
      if (++count > max) return false;
      const inner: unknown = next.value[name as keyof typeof value];
      if (typeof inner === 'object' && inner !== null) {
        open.push({ value: inner, depth: next.depth + 1 });
      }
    }
  }
  return true;
}
