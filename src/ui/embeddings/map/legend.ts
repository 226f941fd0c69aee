import { groupName, type TextSetState } from '#ui/embeddings/session/text-set-state.ts';
import { formatDecimal } from '#ui/kit/format.ts';
import { embeddingsText } from '#ui/messages/embeddings.ts';
import { colourOf, scoreColour, spanColour } from './colours.ts';

/** Values of a column that get their own colour. */
const MAX_VALUES = 11;
/** Bars of a column of numbers. */
const BINS = 8;
/** Of points without a group, and of values that have no colour of their own. */
const PLAIN = '#8a8a8a';
/** Of points that a search did not find. */
const DIMMED = '#a9a9a9';

interface LegendEntry {
  name: string;
  colour: string;
  /** Texts of this colour. */
  count: number;
}

/** Meaning of the colours of the map. */
export interface Legend {
  entries: readonly LegendEntry[];
  /** The entry of each row; −1 for none. */
  of: Int32Array;
  /** The colour of each row. */
  colours: readonly string[];
  /** Whether the entries are ranges of numbers, which have no place of their own on the map. */
  isScale: boolean;
}

type Shown = Pick<TextSetState, 'embedded' | 'clusters' | 'colouring' | 'hits'>;

/** The colour of each text for the chosen colouring, with the entries of the legend. */
export function describeColours({ embedded, clusters, colouring, hits }: Shown): Legend {
  const texts = embedded?.texts ?? [];
  if (colouring === 'score') return byScore(texts.length, hits);
  if (typeof colouring === 'object') {
    const column = embedded?.columns.find(({ name }) => name === colouring.column);
    return byColumn(column?.values ?? [], texts.length);
  }
  if (!clusters)
    return {
      entries: [],
      of: new Int32Array(texts.length).fill(-1),
      colours: texts.map(() => PLAIN),
      isScale: false,
    };
  const names = clusters.clusters.map((_, group) => groupName(clusters, group, texts));
  return toLegend(names, colourOf, clusters.of);
}

function byScore(count: number, hits: TextSetState['hits']): Legend {
  const [best, worst] = [hits?.[0]?.score ?? 1, hits?.at(-1)?.score ?? 0];
  const scores = new Map((hits ?? []).map((hit) => [hit.index, hit.score]));
  const share = (score: number) => (best > worst ? (score - worst) / (best - worst) : 1);
  const of = Int32Array.from({ length: count }, (_, i) => (scores.has(i) ? 0 : 1));
  const found = { name: embeddingsText.nearest(formatDecimal(best, 2)), colour: scoreColour(1) };
  const rest = {
    name: hits ? embeddingsText.notNearest : embeddingsText.searchFirst,
    colour: DIMMED,
    count: count - scores.size,
  };
  return {
    entries: hits ? [{ ...found, count: scores.size }, rest] : [rest],
    of: hits ? of : of.fill(0),
    colours: Array.from(of, (_, i) => {
      const score = scores.get(i);
      return score === undefined ? DIMMED : scoreColour(0.3 + 0.7 * share(score));
    }),
    isScale: false,
  };
}

/** Numbers as bars of equal width, other values by how often they occur. */
function byColumn(values: readonly string[], count: number): Legend {
  const kinds = new Map<string, number>();
  for (const value of values) kinds.set(value, (kinds.get(value) ?? 0) + 1);
  const numbers = values.map((value) => (value.trim() === '' ? Number.NaN : Number(value)));
  const isNumeric =
    kinds.size > MAX_VALUES && numbers.every((n, i) => !Number.isNaN(n) || values[i] === '');
  if (isNumeric) return byNumber(numbers);
  const common = [...kinds].sort(([, a], [, b]) => b - a).map(([kind]) => kind);
  const named = common.slice(0, common.length > MAX_VALUES + 1 ? MAX_VALUES : MAX_VALUES + 1);
  const place = new Map(named.map((kind, at) => [kind, at]));
  const hasOthers = common.length > named.length;
  const of = Int32Array.from(
    { length: count },
    (_, i) => place.get(values[i] ?? '') ?? named.length,
  );
  const names = named.map((kind) => kind || embeddingsText.empty);
  const colour = (at: number) => (at === named.length ? PLAIN : colourOf(at));
  return toLegend(hasOthers ? [...names, embeddingsText.others] : names, colour, of);
}

function byNumber(numbers: readonly number[]): Legend {
  const known = numbers.filter((n) => !Number.isNaN(n));
  const low = known.reduce((min, n) => Math.min(min, n), Infinity);
  const high = known.reduce((max, n) => Math.max(max, n), -Infinity);
  const width = (high - low) / BINS || 1;
  const of = Int32Array.from(numbers, (n) =>
    Number.isNaN(n) ? -1 : Math.min(BINS - 1, Math.floor((n - low) / width)),
  );
  const digits = Math.max(0, Math.min(3, 1 - Math.floor(Math.log10(width))));
  const show = (bin: number) => formatDecimal(low + bin * width, digits);
  const names = Array.from({ length: BINS }, (_, bin) =>
    embeddingsText.numberRange(show(bin), show(bin + 1)),
  );
  return { ...toLegend(names, (bin) => spanColour(bin / (BINS - 1)), of), isScale: true };
}

function toLegend(
  names: readonly string[],
  colour: (at: number) => string,
  of: Int32Array,
): Legend {
  const counts = names.map(() => 0);
  for (const entry of of) if (entry >= 0) counts[entry] = (counts[entry] ?? 0) + 1;
  return {
    entries: names.map((name, at) => ({ name, colour: colour(at), count: counts[at] ?? 0 })),
    of,
    colours: Array.from(of, (entry) => (entry < 0 ? PLAIN : colour(entry))),
    isScale: false,
  };
}
