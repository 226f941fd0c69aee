import { formatCount } from '#ui/kit/format.ts';
import { language } from '#ui/messages/catalogue.ts';
import { embeddingsText } from '#ui/messages/embeddings.ts';
import type { Services } from '#ui/services.ts';
import { onCleared } from '#ui/state/cleared.ts';
import { describeError } from '#ui/state/describe-error.ts';
import { findModel } from '#ui/state/models.ts';
import { readPreferences } from '#ui/state/preferences.ts';
import { suitableClusters } from '#vectors/clusters.ts';
import { type OpenAnalysis, openAnalysis } from '#vectors/open-analysis.ts';
import { row, type VectorSet } from '#vectors/vector-set.ts';
import { embedSet, findTooLong, type TooLong } from './embed-set.ts';
import { START, setEmbeddings, type Texts, useEmbeddingsStore } from './embeddings-store.ts';

/** Texts nearest to a search that are shown. */
const HITS = 20;
/** Texts near a chosen one that are shown. */
const NEAR = 8;
/** Texts that are too long which an error names. */
const MAX_NAMED = 5;

let analysis: OpenAnalysis | null = null;
let running: AbortController | null = null;

/** The worker that holds the current vectors. */
export function theAnalysis(): OpenAnalysis {
  analysis ??= openAnalysis();
  return analysis;
}

// A saved set that was cleared is gone from the page too, in every tab.
onCleared((kind) => {
  if (kind !== 'textSets' || useEmbeddingsStore.getState().setId === null) return;
  cancelWork();
  setEmbeddings(START);
  history.replaceState(null, '', location.pathname.replace(/(\/embeddings)\/[^/]+$/, '$1'));
});

export function chooseInput(input: Texts): void {
  setEmbeddings({ input, error: null });
}

export function cancelWork(): void {
  running?.abort();
}

/** Embeds the input with a model, or reports the texts that are too long for it. */
export async function embedInput(
  services: Services,
  model: string,
  dimensions: number | null,
): Promise<void> {
  const { input } = useEmbeddingsStore.getState();
  const { texts } = input;
  const controller = new AbortController();
  running?.abort();
  running = controller;
  const startedAt = Date.now();
  const work = (phase: 'counting' | 'embedding', done: number) => {
    setEmbeddings({ work: { phase, done, total: texts.length, startedAt }, error: null });
  };
  work('counting', 0);
  try {
    const maxTokens = findModel(model)?.contextTokens ?? 512;
    const tooLong = await findTooLong(services, model, texts, maxTokens);
    if (tooLong.length > 0) throw new Error(describeTooLong(tooLong, maxTokens));
    work('embedding', 0);
    const report = (done: number) => work('embedding', done);
    const { signal } = controller;
    const request = { model, dimensions };
    const vectors = await embedSet(services, request, texts, report, signal);
    // Nothing is left to cancel: the views fill in as results arrive.
    if (running === controller) setEmbeddings({ work: null });
    await showVectors(input, vectors, model, null);
  } catch (error) {
    if (!controller.signal.aborted) setEmbeddings({ error: describeError(error) });
  } finally {
    if (running === controller) setEmbeddings({ work: null });
  }
}

function describeTooLong(found: readonly TooLong[], maxTokens: number): string {
  const named = found
    .slice(0, MAX_NAMED)
    .map(({ index, tokens }) =>
      embeddingsText.tooLongText(formatCount(index + 1), formatCount(tokens)),
    );
  if (found.length > MAX_NAMED) named.push('…');
  const list = new Intl.ListFormat(language(), { type: 'unit' }).format(named);
  return embeddingsText.tooLong(formatCount(maxTokens), list, found.length);
}

/** Shows vectors, then lays them out and groups them. */
export async function showVectors(
  embedded: Texts,
  vectors: VectorSet,
  source: string,
  note: string | null,
): Promise<void> {
  const fresh = { hits: null, query: '', selected: null, lasso: null, map: null, clusters: null };
  setEmbeddings({ ...fresh, embedded, vectors, source, note, error: null });
  const worker = theAnalysis();
  await worker.load(vectors);
  const points = await worker.remote.pca();
  if (useEmbeddingsStore.getState().vectors !== vectors) return;
  setEmbeddings({ map: { method: 'pca', points, part: 1 } });
  const clusters = await worker.remote.clusters(suitableClusters(vectors.count));
  if (useEmbeddingsStore.getState().vectors === vectors) setEmbeddings({ clusters });
}

/** Refines the map with UMAP and shows each step. */
export async function refineMap(): Promise<void> {
  const { vectors, map } = useEmbeddingsStore.getState();
  if (!vectors || !map) return;
  const isCurrent = () => useEmbeddingsStore.getState().vectors === vectors;
  setEmbeddings({ map: { ...map, method: 'umap', part: 0 } });
  const points = await theAnalysis().umap((part, now) => {
    if (!isCurrent()) return;
    setEmbeddings({
      map: { method: 'umap', part, points: now.length > 0 ? now : map.points },
    });
  });
  if (points && isCurrent()) setEmbeddings({ map: { method: 'umap', points, part: 1 } });
}

export async function showPca(): Promise<void> {
  const points = await theAnalysis().remote.pca();
  setEmbeddings({ map: { method: 'pca', points, part: 1 } });
}

export async function regroup(k: number): Promise<void> {
  setEmbeddings({ clusters: await theAnalysis().remote.clusters(k) });
}

let searching: AbortController | null = null;

/** Finds the texts nearest to a query, with the model that made the vectors. A newer search ends an older one. */
export async function search(services: Services, query: string): Promise<void> {
  searching?.abort();
  const controller = new AbortController();
  searching = controller;
  const { vectors, source } = useEmbeddingsStore.getState();
  if (!vectors) return;
  if (query.trim() === '') {
    setEmbeddings({ hits: null, query: '' });
    return;
  }
  const { signal } = controller;
  try {
    const asked = await embedLike(services, [query], vectors, source, signal);
    const hits = await theAnalysis().remote.nearest(row(asked, 0), HITS);
    const isCurrent = useEmbeddingsStore.getState().vectors === vectors && !signal.aborted;
    if (!isCurrent) return;
    // The other views do not show what a search found.
    const view = useEmbeddingsStore.getState().view === 'map' ? 'map' : 'texts';
    setEmbeddings({ query, hits, view, colouring: 'score' });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

/** Finds the texts nearest to one of them, away from the page. */
export async function findNear(index: number): Promise<void> {
  const { vectors, near } = useEmbeddingsStore.getState();
  if (!vectors || (near?.index === index && near.vectors === vectors)) return;
  const neighbours = await theAnalysis().remote.nearestTo(index, NEAR);
  const isCurrent = useEmbeddingsStore.getState().vectors === vectors;
  if (isCurrent) setEmbeddings({ near: { index, vectors, neighbours } });
}

/** Vectors that can be compared with the current ones. @throws when no model here made those. */
export function embedLike(
  services: Services,
  texts: readonly string[],
  like: VectorSet,
  source: string,
  signal: AbortSignal,
): Promise<VectorSet> {
  const model = findModel(source);
  if (!model) {
    throw new Error(embeddingsText.noSearchModel(source));
  }
  const dimensions = like.size === model.dimensions[0] ? null : like.size;
  return embedSet(services, { model: source, dimensions }, texts, () => {}, signal);
}

export function defaultModel(): string {
  return readPreferences().embeddingModel;
}
