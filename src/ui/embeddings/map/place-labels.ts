import type { TextSetState } from '#ui/embeddings/session/text-set-state.ts';
import type { Legend } from './legend.ts';
import { middles } from './map-geometry.ts';

/** A name above a place of the map, in the map's own units. */
export interface MapLabel {
  key: string;
  text: string;
  x: number;
  y: number;
  colour: string;
}

/** Hits that get a label. */
const MAX_HITS = 3;
const MAX_LENGTH = 40;
/** Part of a group's points, those nearest to its middle, that its name is above: not above a stray one. */
const CORE = 0.8;

interface Labelled extends Pick<TextSetState, 'colouring' | 'hits'> {
  points: Float32Array;
  legend: Legend;
  texts: readonly string[];
}

/** Names on the map: above the core of each group or value, and above the best hits; large groups first. */
export function placeLabels({ points, legend, colouring, hits, texts }: Labelled): MapLabel[] {
  if (colouring === 'score') {
    return (hits ?? []).slice(0, MAX_HITS).map(({ index }) => ({
      key: `${index}`,
      text: shorten(texts[index] ?? ''),
      x: points[2 * index] ?? 0,
      y: points[2 * index + 1] ?? 0,
      colour: legend.colours[index] ?? '',
    }));
  }
  if (legend.isScale) return [];
  const tops = coreTops(points, legend.of, legend.entries.length);
  return legend.entries
    .map(({ name, colour, count }, at) => ({
      key: `${at}`,
      text: shorten(name),
      x: tops[2 * at] ?? 0,
      y: tops[2 * at + 1] ?? 0,
      colour,
      count,
    }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count);
}

/** The highest point of the core of each entry: [entries × 2]. A name above it covers none of the core. */
function coreTops(points: Float32Array, of: ArrayLike<number>, entries: number): Float32Array {
  const centres = middles(points, of, entries);
  const members = Array.from({ length: entries }, (): { i: number; far: number }[] => []);
  for (let i = 0; i < points.length / 2; i++) {
    const entry = of[i] ?? -1;
    const dx = (points[2 * i] as number) - (centres[2 * entry] ?? 0);
    const dy = (points[2 * i + 1] as number) - (centres[2 * entry + 1] ?? 0);
    members[entry]?.push({ i, far: dx * dx + dy * dy });
  }
  const tops = new Float32Array(2 * entries);
  for (const [entry, all] of members.entries()) {
    const core = all.sort((a, b) => a.far - b.far).slice(0, Math.ceil(CORE * all.length));
    let high = Number.NEGATIVE_INFINITY;
    for (const { i } of core) {
      if ((points[2 * i + 1] as number) <= high) continue;
      high = points[2 * i + 1] as number;
      tops.set(points.subarray(2 * i, 2 * i + 2), 2 * entry);
    }
  }
  return tops;
}

function shorten(text: string): string {
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH - 1)}…` : text;
}
