import { useMemo } from 'react';
import { usePicked } from '#ui/embeddings/use-picked.ts';
import { formatCount, formatDecimal } from '#ui/kit/format.ts';
import { embeddingsText } from '#ui/messages/embeddings.ts';
import { colourOf, scoreColour } from './colours.ts';

/** Values of a column that get a colour of their own. */
const MAX_VALUES = 11;
/** Hits that get a label. */
const MAX_LABELS = 5;

/** Of points without a group, and of values that have no colour of their own. */
const PLAIN = '#8a8a8a';
/** Of points that a search did not find. */
const DIMMED = '#bebebe';

interface MapLooks {
  colours: readonly string[];
  legend: readonly { name: string; colour: string }[];
  /** Labels of a few points, by row. */
  labels: ReadonlyMap<number, string>;
}

/** The colours, legend and labels of the map for the chosen colouring. */
export function useMapLooks(): MapLooks {
  const { embedded, clusters, colouring, hits } = usePicked(
    'embedded',
    'clusters',
    'colouring',
    'hits',
  );
  return useMemo(() => {
    const texts = embedded?.texts ?? [];
    const name = (i: number) => (texts[i] ?? '').slice(0, 40);
    if (colouring === 'score') {
      const best = hits?.[0]?.score ?? 1;
      const worst = hits?.at(-1)?.score ?? 0;
      const scores = new Map((hits ?? []).map((h) => [h.index, h.score]));
      const share = (s: number) => (best > worst ? (s - worst) / (best - worst) : 1);
      return {
        colours: texts.map((_, i) => {
          const score = scores.get(i);
          return score === undefined ? DIMMED : scoreColour(0.3 + 0.7 * share(score));
        }),
        legend: hits
          ? [
              { name: embeddingsText.nearest(formatDecimal(best, 2)), colour: scoreColour(1) },
              { name: embeddingsText.notNearest, colour: DIMMED },
            ]
          : [{ name: embeddingsText.searchFirst, colour: DIMMED }],
        labels: new Map((hits ?? []).slice(0, MAX_LABELS).map((h) => [h.index, name(h.index)])),
      };
    }
    if (typeof colouring === 'object') {
      const values = embedded?.columns.find((c) => c.name === colouring.column)?.values ?? [];
      const kinds = [...new Set(values)].slice(0, MAX_VALUES);
      const place = new Map(kinds.map((kind, i) => [kind, i]));
      const colour = (value: string) => {
        const at = place.get(value);
        return at === undefined ? PLAIN : colourOf(at);
      };
      return {
        colours: texts.map((_, i) => colour(values[i] ?? '')),
        legend: kinds.map((kind) => ({ name: kind || embeddingsText.empty, colour: colour(kind) })),
        labels: new Map(),
      };
    }
    const groups = clusters?.clusters ?? [];
    return {
      colours: texts.map((_, i) => (clusters ? colourOf(clusters.of[i] ?? 0) : PLAIN)),
      legend: groups.map(({ typical }, c) => ({
        name: embeddingsText.groupName(formatCount(c + 1), name(typical[0] ?? 0)),
        colour: colourOf(c),
      })),
      labels: new Map(groups.map(({ typical }) => [typical[0] ?? 0, name(typical[0] ?? 0)])),
    };
  }, [embedded, clusters, colouring, hits]);
}
