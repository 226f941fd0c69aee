import { type OrtTensor, sizeOf } from '#runtimes/transformers/ort/session.ts';
import { type Allocate, growsByToken, KvCache, type Padding, type Row } from './kv-cache.ts';

export interface Layout {
  padding: Padding;
  /** Tokens reserved after each row for graphs that write into the cache they read; else 0. */
  reserve: number;
}

/** A cache that is allocated for its reserve grows by this share, and by at least this many tokens. */
const SPARE = 0.25;
const MIN_SPARE = 64;

/**
 * One cache with the rows in this order and layout. Returns the rows' own cache if it matches, else a new
 * one that the caller disposes of.
 */
export function packRows(
  rows: readonly Row[],
  { padding, reserve }: Layout,
  allocate: Allocate,
): KvCache {
  const [first] = rows;
  if (!first) return new KvCache({}, padding);
  const { cache } = first;
  const longest = Math.max(...rows.map((r) => r.tokens));
  const inOrder = rows.every((r, i) => r.cache === cache && r.index === i);
  if (inOrder && cache.rows === rows.length) {
    const isPaddedSo = cache.padding === padding || rows.every((r) => r.tokens === cache.length);
    const fits =
      reserve === 0
        ? cache.length === longest
        : cache.length >= longest + reserve && rows.every((r) => cache.isOpen(r));
    if (isPaddedSo && fits) return cache;
  }
  const spare = reserve === 0 ? 0 : reserve + Math.max(MIN_SPARE, Math.ceil(longest * SPARE));
  return copyRows(rows, { padding, length: longest + spare }, allocate);
}

/** The row alone in a cache: its own cache if it is the only row. The caller releases it. */
export function isolateRow(row: Row, allocate: Allocate): Row {
  const { cache, tokens } = row;
  if (cache.rows === 1) return cache.row(0, tokens);
  return copyRows([row], { padding: cache.padding, length: tokens }, allocate).row(0, tokens);
}

/** A row's first tokens; fewer than all only if the cache `canTruncate`. The caller releases it. */
export function firstOf(row: Row, tokens: number, allocate: Allocate): Row {
  const { cache, index } = row;
  const isAsIs = cache.padding === 'right' || (tokens === row.tokens && cache.rows === 1);
  if (isAsIs) return cache.row(index, tokens);
  const start = cache.startOf(row.tokens);
  const cut = mapCache(cache, cache.padding, (name) => {
    const { dims } = cache.tensors[name] as OrtTensor;
    const [, heads = 0, , size = 0] = dims;
    const out = allocate([1, heads, tokens, size]);
    const from = { row: index, token: start };
    copyTokens(cache.tensors[name], from, out, { row: 0, token: 0 }, tokens);
    return out;
  });
  return cut.row(0, tokens);
}

/** A row without its last tokens, which were drafted and rejected. Releases the given row. */
export function dropLast(row: Row, count: number, allocate: Allocate): Row {
  if (count === 0) return row;
  try {
    return firstOf(row, row.tokens - count, allocate);
  } finally {
    row.release();
  }
}

interface Shape {
  padding: Padding;
  length: number;
}

function copyRows(rows: readonly Row[], shape: Shape, allocate: Allocate): KvCache {
  const { cache } = rows[0] as Row;
  return mapCache(cache, shape.padding, (name) =>
    growsByToken(name) ? packLayer(rows, name, shape, allocate) : packState(rows, name, allocate),
  );
}

/** @throws what making a part throws; those made before it are freed. */
function mapCache(cache: KvCache, padding: Padding, make: (name: string) => OrtTensor): KvCache {
  const made: Record<string, OrtTensor> = {};
  try {
    for (const name of Object.keys(cache.tensors)) made[name] = make(name);
  } catch (error) {
    for (const tensor of Object.values(made)) tensor.dispose();
    throw error;
  }
  return new KvCache(made, padding);
}

function packLayer(
  rows: readonly Row[],
  name: string,
  { padding, length }: Shape,
  allocate: Allocate,
): OrtTensor {
  const [, heads = 0, , size = 0] = rows[0]?.cache.tensors[name]?.dims ?? [];
  const out = allocate([rows.length, heads, length, size]);
  for (const [at, { cache, index, tokens }] of rows.entries()) {
    const unusedCount = length - tokens;
    const unused = padding === 'left' ? 0 : tokens;
    // Masked, but NaN would still spoil every sum.
    for (let head = 0; head < heads; head++) {
      const from = ((at * heads + head) * length + unused) * size;
      (out.data as Float32Array).fill(0, from, from + unusedCount * size);
    }
    const source = { row: index, token: cache.startOf(tokens) };
    const target = { row: at, token: padding === 'left' ? unusedCount : 0 };
    copyTokens(cache.tensors[name], source, out, target, tokens);
  }
  return out;
}

interface Place {
  row: number;
  token: number;
}

/** Copies tokens of one row, head by head. Both [rows, heads, tokens, size]. */
function copyTokens(
  source: OrtTensor | undefined,
  from: Place,
  target: OrtTensor,
  to: Place,
  tokens: number,
): void {
  const [, heads = 0, sourceLength = 0, size = 0] = source?.dims ?? [];
  const targetLength = target.dims[2] ?? 0;
  const numbers = source?.data as Float32Array;
  const out = target.data as Float32Array;
  for (let head = 0; head < heads; head++) {
    const at = ((from.row * heads + head) * sourceLength + from.token) * size;
    const part = numbers.subarray(at, at + tokens * size);
    out.set(part, ((to.row * heads + head) * targetLength + to.token) * size);
  }
}

/** States that are as large for any length: the rows' own, in sequence. */
function packState(rows: readonly Row[], name: string, allocate: Allocate): OrtTensor {
  const [, ...shape] = rows[0]?.cache.tensors[name]?.dims ?? [];
  const size = sizeOf(shape);
  const out = allocate([rows.length, ...shape]);
  for (const [at, { cache, index }] of rows.entries()) {
    const data = cache.tensors[name]?.data as Float32Array;
    (out.data as Float32Array).set(data.subarray(index * size, (index + 1) * size), at * size);
  }
  return out;
}
