import type { EmbeddingsState } from '#ui/embeddings/session/embeddings-state.ts';
import type { Legend } from './legend.ts';
import { middles } from './map-geometry.ts';
import type { MapLabel } from './map-labels.tsx';

/** Hits that get a label. */
const MAX_HITS = 3;
const MAX_LENGTH = 40;
/** Points of a group that its name would cover, or stand between. */
const FEW = 4;

interface Labelled extends Pick<EmbeddingsState, 'colouring' | 'hits'> {
  points: Float32Array;
  legend: Legend;
  texts: readonly string[];
}

/** Names on the map: groups or values at the centre of their points, the best hits at their own points. */
export function placeLabels({ points, legend, colouring, hits, texts }: Labelled): MapLabel[] {
  if (colouring === 'score') {
    return (hits ?? []).slice(0, MAX_HITS).map(({ index }) => ({
      key: `${index}`,
      text: shorten(texts[index] ?? ''),
      x: points[2 * index] ?? 0,
      y: points[2 * index + 1] ?? 0,
      colour: legend.colours[index] ?? '',
      isAbove: true,
    }));
  }
  if (legend.isScale) return [];
  const places = middles(points, legend.of, legend.entries.length);
  return legend.entries
    .map(({ name, colour, count }, at) => {
      const isAbove = count <= FEW;
      const middle = [places[2 * at] ?? 0, places[2 * at + 1] ?? 0] as const;
      const [x, y] = isAbove ? topOf(points, legend.of, at) : middle;
      return { key: `${at}`, text: shorten(name), x, y, colour, count, isAbove };
    })
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count);
}

/** The highest point of an entry: a name above it covers none of the others. */
function topOf(
  points: Float32Array,
  of: ArrayLike<number>,
  entry: number,
): readonly [number, number] {
  let top: readonly [number, number] = [0, Number.NEGATIVE_INFINITY];
  for (let i = 0; i < points.length / 2; i++) {
    const [x = 0, y = 0] = points.subarray(2 * i, 2 * i + 2);
    if (of[i] === entry && y > top[1]) top = [x, y];
  }
  return top;
}

function shorten(text: string): string {
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH - 1)}…` : text;
}
