import { TABLE_NAMES, type TableName } from '#storage/tables.ts';
import { FULL_ROWS } from './sample-rows.ts';

export interface WrongRow {
  table: TableName;
  /** Dotted path of the field that is wrong; empty for the whole row. */
  path: string;
  kind: string;
  row: unknown;
}

/** An object nested so deep that a recursive reader overflows its stack. */
function deep(levels: number): unknown {
  let value: unknown = 'end';
  for (let i = 0; i < levels; i++) value = { value };
  return value;
}

/** Values of every kind that the browser's database stores and a backup can spell. */
const KINDS: Readonly<Record<string, unknown>> = {
  undefined,
  null: null,
  true: true,
  zero: 0,
  negative: -1,
  fraction: 0.5,
  NaN: Number.NaN,
  infinite: Infinity,
  huge: 1e300,
  bigint: 10n,
  empty: '',
  word: 'nonsense',
  long: 'x'.repeat(50_000),
  surrogate: '\ud800',
  bidi: '\u202egpj.\u2066exe',
  control: 'a\u0000\u0007\u001b[31m\u2028b',
  combining: `a${'\u0301'.repeat(5_000)}`,
  __proto__: '__proto__',
  markup: '<img src=x onerror=alert(1)>',
  array: [],
  nulls: [null, null],
  objects: [{}],
  sparse: Array.from({ length: 3 }, () => ['']),
  object: {},
  toString: { toString: 'no function', length: -1 },
  prototype: JSON.parse('{"__proto__":{"title":"x"},"constructor":1}'),
  deep: deep(50),
  date: new Date(Number.NaN),
  blob: new Blob(['x']),
  bytes: new Uint8Array([1]),
  floats: new Float32Array([Number.NaN]),
};

/** Every sample row with one field at a time replaced by a value of every kind. */
export function* wrongRows(): Generator<WrongRow, void> {
  for (const table of TABLE_NAMES) {
    for (const path of pathsOf(FULL_ROWS[table])) {
      for (const [kind, value] of Object.entries(KINDS)) {
        yield { table, path, kind, row: withValue(FULL_ROWS[table], path.split('.'), value) };
      }
      yield { table, path, kind: 'missing', row: withoutValue(FULL_ROWS[table], path.split('.')) };
    }
  }
}

const isPlain = (value: unknown): value is Record<string, unknown> | unknown[] =>
  Array.isArray(value) || Object.getPrototypeOf(value ?? '') === Object.prototype;

/** Dotted paths of all fields of a value, those within it too. */
export function pathsOf(value: unknown, prefix = ''): string[] {
  if (!isPlain(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) => [
    prefix + key,
    ...pathsOf(inner, `${prefix}${key}.`),
  ]);
}

function withValue(from: unknown, [key = '', ...rest]: string[], value: unknown): unknown {
  const copy = (Array.isArray(from) ? [...from] : { ...(from as object) }) as Record<
    string,
    unknown
  >;
  copy[key] = rest.length === 0 ? value : withValue(copy[key], rest, value);
  return copy;
}

function withoutValue(from: unknown, [key = '', ...rest]: string[]): unknown {
  const copy = (Array.isArray(from) ? [...from] : { ...(from as object) }) as Record<
    string,
    unknown
  >;
  if (rest.length === 0) delete copy[key];
  else copy[key] = withoutValue(copy[key], rest);
  return copy;
}
