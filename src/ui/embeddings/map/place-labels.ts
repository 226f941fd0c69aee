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
      const middle = [places[2 * at] ?? 0, places[2 * at + 1] ?? 0] as const;
      const isAbove = count <= FEW;
      const [x, y] = isAbove ? nearestOf(points, legend.of, at, middle) : middle;
      return { key: `${at}`, text: shorten(name), x, y, colour, count, isAbove };
    })
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count);
}

/** The point of an entry that is nearest to a place. */
function nearestOf(
  points: Float32Array,
  of: ArrayLike<number>,
  entry: number,
  [x, y]: readonly [number, number],
): readonly [number, number] {
  let best: readonly [number, number] = [x, y];
  let nearest = Number.POSITIVE_INFINITY;
  for (let i = 0; i < points.length / 2; i++) {
    if (of[i] !== entry) continue;
    const point = [points[2 * i] ?? 0, points[2 * i + 1] ?? 0] as const;
    const distance = Math.hypot(point[0] - x, point[1] - y);
    if (distance >= nearest) continue;
    [best, nearest] = [point, distance];
  }
  return best;
}

function shorten(text: string): string {
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH - 1)}…` : text;
}
