import type { OpenAnalysis } from '#vectors/open-analysis.ts';
import type { EmbeddingsState } from './embeddings-state.ts';

/** Fewer texts have no neighbourhoods to speak of. */
const MIN_TEXTS = 20;
/** Maximum of texts that are laid out in a second or two, and so without being asked. */
const MAX_TEXTS = 600;

/** Whether a map of the given number of texts is refined automatically. */
export function isRefinedAtOnce(count: number): boolean {
  return count >= MIN_TEXTS && count <= MAX_TEXTS;
}

type Layout = NonNullable<EmbeddingsState['map']>;

/** Lays a map out with UMAP from where its points are; `show` gets each step and the end. */
export async function refine(
  analysis: OpenAnalysis,
  map: Layout,
  show: (map: Layout) => void,
): Promise<void> {
  show({ ...map, method: 'umap', part: 0 });
  let last = map.points;
  let isOver = false;
  const points = await analysis.umap((part, now) => {
    // Reports travel on a separate port: one may arrive after the end.
    if (isOver) return;
    if (now.length > 0) last = now;
    show({ method: 'umap', part: Math.min(part, 0.999), points: last });
  });
  isOver = true;
  if (points) show({ method: 'umap', points, part: 1 });
}
