import { yieldThread } from '#base/pause.ts';
import type { ProbeResult } from '#engine/runtime.ts';
import type { Padding, Row } from '#runtimes/transformers/cache/kv-cache.ts';
import { firstOf } from '#runtimes/transformers/cache/kv-rows.ts';
import { checkNumbers } from '#runtimes/transformers/ort/sound-numbers.ts';
import type { Decoder, Reading, Step } from './decoder.ts';

/** Quantised graphs round a batch together, so logits differ a little from single rows; a graph that mistakes rows differs by far more. */
const ROUNDING = 0.1;

/** Rounding of float32 sums in another order; dynamically quantised graphs differ by a hundred times more. */
const EXACT = 1e-3;

const FEW = [1, 2, 3];
/** Number of last tokens whose logits the long run reports: all would be megabytes. */
const REPORTED = 16;

type Read = (readings: readonly Reading[], wanted?: number) => Promise<Step>;

export interface ProbeOptions {
  /** Whether several rows may be read in one step. */
  mayJoin: boolean;
  /** Whether the numbers that are reported come after the first tokens alone: a large model's first answer waits for them. */
  isLarge?: boolean;
  /** Whether all that no first answer needs is left for a quiet moment. */
  isPartial?: boolean;
  /** Ends the probe between two steps. */
  signal?: AbortSignal;
}

/**
 * Short runs before the first real ones, which would otherwise pay for all first-time costs. They find
 * out what the graph can do, and set the decoder to it. `many`: tokens per step of the long run.
 * @throws EngineError `load-failed` for numbers that cannot be right, and the reason of `signal` once it aborts.
 */
export async function probeDecoder(
  decoder: Decoder,
  many: readonly number[],
  { mayJoin, isLarge = false, isPartial = false, signal }: ProbeOptions,
): Promise<ProbeResult> {
  const made: Row[] = [decoder.emptyRow()];
  const read: Read = async (readings, wanted) => {
    if (signal) {
      // A task that comes is a message to this thread.
      await yieldThread();
      signal.throwIfAborted();
    }
    const step = await decoder.read(readings, wanted);
    made.push(...step.rows);
    return step;
  };
  try {
    // The first tokens of all are the least precise on a GPU.
    const first = isLarge ? many.slice(0, 2 * REPORTED) : many;
    const begun = await readSample(made[0] as Row, first, read);
    const numbers = [...begun.places, await logitsAfter([begun.other], read)];
    if (isPartial) {
      return { abilities: { supportsBatching: false, isExact: false }, numbers, isPartial };
    }
    const { step, places, other } = isLarge ? await readSample(made[0] as Row, many, read) : begun;
    const row = decoder.canWriteInPlace ? step.rows[0] : undefined;
    const alone = row ? 0 : ALONE;
    const whole = places.at(-1) as Float32Array;
    const isExact =
      (!row || (await areSameAlone(decoder, { row, ids: many }, places, read))) &&
      errorOf(await readInParts(made[0] as Row, { ids: many, alone }, read), whole) <= EXACT;
    if (!mayJoin) return { abilities: { supportsBatching: false, isExact }, numbers };
    made.push(decoder.emptyRow());
    const short = await read([{ row: made.at(-1) as Row, ids: FEW, before: [] }]);
    const next = { row: short.rows[0] as Row, ids: [4], before: FEW };
    const least = await probeRows(decoder, [other, next], read);
    const supportsBatching =
      least <= ROUNDING && (isExact || (await areRowsExact([other, next], read)));
    const { padding, writesInPlace } = decoder;
    return { abilities: { supportsBatching, padding, writesInPlace, isExact }, numbers };
  } finally {
    for (const row of made) row.release();
  }
}

/** Reads the sample. @throws EngineError `load-failed` for numbers that cannot be right. */
async function readSample(row: Row, ids: readonly number[], read: Read) {
  const step = await read([{ row, ids, before: [] }], REPORTED);
  const from = Math.max(0, ids.length - REPORTED);
  const places = ids.slice(from).map((_, i) => step.logits(0, from + i));
  checkNumbers(places.at(-1) as Float32Array);
  return { step, places, other: { row: step.rows[0] as Row, ids: [4], before: ids } };
}

/** Logits of the last row after one more token. Releases the rows: the module's memory never shrinks. */
async function logitsAfter(readings: readonly Reading[], read: Read): Promise<Float32Array> {
  const step = await read(readings);
  for (const row of step.rows) row.release();
  return step.logits(readings.length - 1, 0);
}

/** Tokens read alone: int8 products hide the first small differences. */
const ALONE = 16;

/**
 * Whether the last tokens of a prompt that was read give the same when they are read alone, as written ones are. Most graphs
 * of int8 end here, after one or two tokens, and are spared the longer comparison.
 */
async function areSameAlone(
  decoder: Decoder,
  { row, ids }: { row: Row; ids: readonly number[] },
  expected: readonly Float32Array[],
  read: Read,
): Promise<boolean> {
  const from = ids.length - expected.length;
  if (from <= 0) return true;
  let before = firstOf(row, from, decoder.allocate);
  let isSame = true;
  for (let at = from; at < ids.length && isSame; at++) {
    const reading = { row: before, ids: ids.slice(at, at + 1), before: ids.slice(0, at) };
    const { rows, ...step } = await read([reading], 1);
    isSame = errorOf(step.logits(0, 0), expected[at - from] as Float32Array) <= EXACT;
    before.release();
    before = rows[0] as Row;
  }
  before.release();
  return isSame;
}

/** Logits after a prompt that is cut in the middle, and whose last tokens are read as written ones are: `alone`. */
async function readInParts(
  row: Row,
  { ids, alone }: { ids: readonly number[]; alone: number },
  read: Read,
): Promise<Float32Array> {
  const half = ids.length >> 1;
  const first = Math.max(half, ids.length - alone);
  let step = await read([{ row, ids: ids.slice(0, half), before: [] }], 0);
  if (first > half) step = await readAfter(step, ids.slice(half, first), ids.slice(0, half), read);
  for (let at = first; at < ids.length; at++) {
    step = await readAfter(step, ids.slice(at, at + 1), ids.slice(0, at), read);
  }
  for (const last of step.rows) last.release();
  const lastRead = first < ids.length ? 1 : ids.length - half;
  return step.logits(0, lastRead - 1);
}

/** Reads on after a step, and releases its rows. */
async function readAfter(
  { rows: [row] }: Step,
  ids: readonly number[],
  before: readonly number[],
  read: Read,
): Promise<Step> {
  const step = await read([{ row: row as Row, ids, before }], 1);
  row?.release();
  return step;
}

/** Joins a long row with a short one, padded on either side. @returns the least error. */
async function probeRows(
  decoder: Decoder,
  [long, next]: readonly [Reading, Reading],
  read: Read,
): Promise<number> {
  const alone = await read([next]);
  const expected = alone.logits(0, 0);
  const errors: [number, Padding][] = [];
  for (const padding of ['left', 'right'] as const) {
    decoder.padding = padding;
    const found = await logitsAfter([long, next], read).catch(() => null);
    errors.push([found ? errorOf(found, expected) : Infinity, padding]);
  }
  const [min, padding] = errors.reduce((one, other) => (other[0] < one[0] ? other : one));
  decoder.padding = padding;
  if (padding === 'right' && min <= ROUNDING) {
    const after = { row: alone.rows[0] as Row, ids: [5], before: [...FEW, 4] };
    const second = await logitsAfter([after], read);
    decoder.writesInPlace = decoder.canWriteInPlace;
    decoder.writesInPlace &&= await givesSameInPlace(next, [expected, second], read);
  }
  return min;
}

/** Number of joined steps compared: rounding to int8 hides small differences in the first ones. */
const JOINED = 6;

/** Whether joined rows give the same bits as single ones in every step. */
async function areRowsExact(rows: readonly Reading[], read: Read): Promise<boolean> {
  const alone: Float32Array[][] = [];
  for (const row of rows)
    alone.push((await continueRows([row], read)).map(([one]) => one as Float32Array));
  const joined = await continueRows(rows, read);
  return joined.every((step, at) =>
    step.every((logits, i) => errorOf(logits, alone[i]?.[at] as Float32Array) === 0),
  );
}

/** Logits of each row, by step. */
async function continueRows(rows: readonly Reading[], read: Read): Promise<Float32Array[][]> {
  const found: Float32Array[][] = [];
  let readings = rows;
  for (let i = 0; i < JOINED; i++) {
    const step = await read(readings);
    found.push(readings.map((_, row) => step.logits(row, 0)));
    if (i > 0) for (const { row } of readings) row.release();
    readings = readings.map(({ ids, before }, row) => ({
      row: step.rows[row] as Row,
      ids: [5 + i],
      before: [...before, ...ids],
    }));
  }
  for (const { row } of readings) row.release();
  return found;
}

/** Whether two tokens give the same logits when written into the cache that is being read. */
async function givesSameInPlace(
  first: Reading,
  expected: Float32Array[],
  read: Read,
): Promise<boolean> {
  try {
    const one = await read([first]);
    const before = [...first.before, ...first.ids];
    const two = await read([{ row: one.rows[0] as Row, ids: [5], before }]);
    const found = [one.logits(0, 0), two.logits(0, 0)];
    return found.every((f, i) => errorOf(f, expected[i] as Float32Array) <= ROUNDING);
  } catch {
    return false;
  }
}

/** The largest difference of logits, in shares of the largest one. */
function errorOf(found: Float32Array, expected: Float32Array): number {
  const error = expected.reduce((max, v, i) => Math.max(max, Math.abs(v - (found[i] ?? 0))), 0);
  return error / expected.reduce((max, v) => Math.max(max, Math.abs(v)), 1);
}
