import type { OrtTensor } from './session.ts';

/**
 * What each layer keeps, by the input's name: keys and values [rows, heads, tokens, size], and in
 * hybrid models states of one size, [rows, …].
 */
export type Cache = Record<string, OrtTensor>;

/**
 * Keys and values of one conversation inside a cache that several may share: row `index`, the last
 * `tokens` of its length. What lies before them belongs to nobody.
 */
export interface Row {
  cache: Cache;
  index: number;
  tokens: number;
}

export type ToTensor = (data: Float32Array, dims: number[]) => OrtTensor;

/** Whether a cache's part grows by the token: others, as those of convolutions, stay as large as they are. */
function growsByToken(name: string): boolean {
  return name.startsWith('past_key_values');
}

/** Whether a cache can be cut back to an earlier token: states that were overwritten cannot. */
export function canBeCut(cache: Cache): boolean {
  return Object.keys(cache).every(growsByToken);
}

/** How long the conversations of a cache may be: its length in tokens. */
export function lengthOf(cache: Cache): number {
  const name = Object.keys(cache).find(growsByToken);
  return (name === undefined ? null : cache[name]?.dims[2]) ?? 0;
}

function rowsOf(cache: Cache): number {
  return Object.values(cache)[0]?.dims[0] ?? 1;
}

/**
 * One cache with the rows in this order, the shorter ones filled up on the left. Given back as it is
 * when they already lie so; tensors are never changed.
 */
export function packRows(rows: readonly Row[], toTensor: ToTensor): Cache {
  const [first] = rows;
  if (!first) return {};
  const { cache } = first;
  const length = Math.max(...rows.map((r) => r.tokens));
  const lieSo = rows.every((r, i) => r.cache === cache && r.index === i);
  if (lieSo && rowsOf(cache) === rows.length && lengthOf(cache) === length) return cache;
  return Object.fromEntries(
    Object.keys(cache).map((name) => [
      name,
      growsByToken(name)
        ? packLayer(rows, name, length, toTensor)
        : packState(rows, name, toTensor),
    ]),
  );
}

/** The cache of a single row, without what is not its own. */
export function takeRow(row: Row, toTensor: ToTensor): Cache {
  return packRows([row], toTensor);
}

function packLayer(
  rows: readonly Row[],
  name: string,
  length: number,
  toTensor: ToTensor,
): OrtTensor {
  const [, heads = 0, , size = 0] = rows[0]?.cache[name]?.dims ?? [];
  const out = new Float32Array(rows.length * heads * length * size);
  for (const [at, { cache, index, tokens }] of rows.entries()) {
    const { dims, data } = cache[name] as OrtTensor;
    const from = dims[2] ?? 0;
    for (let head = 0; head < heads; head++) {
      const source = ((index * heads + head) * from + (from - tokens)) * size;
      const target = ((at * heads + head) * length + (length - tokens)) * size;
      out.set((data as Float32Array).subarray(source, source + tokens * size), target);
    }
  }
  return toTensor(out, [rows.length, heads, length, size]);
}

/** States that are as large for any length: the rows' own, one after the other. */
function packState(rows: readonly Row[], name: string, toTensor: ToTensor): OrtTensor {
  const [, ...shape] = rows[0]?.cache[name]?.dims ?? [];
  const size = shape.reduce((a, b) => a * b, 1);
  const out = new Float32Array(rows.length * size);
  for (const [at, { cache, index }] of rows.entries()) {
    const { data } = cache[name] as OrtTensor;
    out.set((data as Float32Array).subarray(index * size, (index + 1) * size), at * size);
  }
  return toTensor(out, [rows.length, ...shape]);
}

/** A row without its last tokens: what was drafted and not taken. Only where `canBeCut`. */
export function dropLast(row: Row, count: number, toTensor: ToTensor): Row {
  if (count === 0) return row;
  const tokens = row.tokens - count;
  const cache = Object.fromEntries(
    Object.entries(row.cache).map(([name, { dims, data }]) => {
      const [, heads = 0, length = 0, size = 0] = dims;
      const out = new Float32Array(heads * tokens * size);
      for (let head = 0; head < heads; head++) {
        const source = ((row.index * heads + head) * length + (length - row.tokens)) * size;
        const part = (data as Float32Array).subarray(source, source + tokens * size);
        out.set(part, head * tokens * size);
      }
      return [name, toTensor(out, [1, heads, tokens, size])];
    }),
  );
  return { cache, index: 0, tokens };
}
