/** Maximum of drawn JSON values. */
export const MAX_DRAWN_VALUES = 500;
/** Maximum depth of drawn lists and objects: browsers end a page whose elements are nested thousands deep. */
const MAX_DEPTH = 20;

/** Whether a JSON value is within the given number of values and the drawable depth. Not recursive. */
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
