import type { TextSet } from '#storage/text-set-records.ts';
import type { Services } from '#ui/services.ts';
import { onCleared } from '#ui/state/cleared.ts';
import { describeError } from '#ui/state/describe-error.ts';
import { findModel } from '#ui/state/models.ts';
import { readPreferences } from '#ui/state/preferences.ts';
import { showToast } from '#ui/state/toasts.ts';
import { suitableClusters } from '#vectors/clusters.ts';
import { type OpenAnalysis, openAnalysis } from '#vectors/open-analysis.ts';
import { row, type VectorSet } from '#vectors/vector-set.ts';
import { embedSet, findTooLong } from './embed-set.ts';
import { START, setEmbeddings, type Texts, useEmbeddingsStore } from './embeddings-store.ts';

/** Texts nearest to a search that are shown. */
const HITS = 20;
/** Texts near a chosen one that are shown. */
const NEAR = 8;

let analysis: OpenAnalysis | null = null;
let running: AbortController | null = null;

/** The worker that knows the vectors on the table. */
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

/** Embeds the chosen texts with a model; texts it cannot take are named instead. */
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
  const work = (phase: string, done: number) => {
    setEmbeddings({ work: { phase, done, total: texts.length, startedAt }, error: null });
  };
  work('Counting tokens', 0);
  try {
    const most = findModel(model)?.contextTokens ?? 512;
    const tooLong = await findTooLong(services, model, texts, most);
    if (tooLong.length > 0) throw new Error(sayTooLong(tooLong, most));
    work('Embedding', 0);
    const report = (done: number) => work('Embedding', done);
    const { signal } = controller;
    const request = { model, dimensions };
    const vectors = await embedSet(services, request, texts, report, signal);
    // There is nothing left to cancel: what follows is drawn as it is found.
    if (running === controller) setEmbeddings({ work: null });
    await showVectors(input, vectors, model, null);
  } catch (error) {
    if (!controller.signal.aborted) setEmbeddings({ error: describeError(error) });
  } finally {
    if (running === controller) setEmbeddings({ work: null });
  }
}

function sayTooLong(found: readonly { index: number; tokens: number }[], most: number): string {
  const named = found
    .slice(0, 5)
    .map(({ index, tokens }) => `text ${index + 1} (${tokens} tokens)`);
  const more = found.length > 5 ? ` and ${found.length - 5} more` : '';
  return `The model takes ${most} tokens a text: ${named.join(', ')}${more} ${found.length === 1 ? 'is' : 'are'} longer. Split them, for example by sentences.`;
}

/** Puts vectors on the table and finds out what can be known of them. */
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

/** Refines the map; the picture follows. */
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
    if (isCurrent) setEmbeddings({ query, hits, colouring: 'score' });
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

/** Vectors that can be compared with those on the table. @throws when they are from a file. */
export function embedLike(
  services: Services,
  texts: readonly string[],
  like: VectorSet,
  source: string,
  signal: AbortSignal,
): Promise<VectorSet> {
  const model = findModel(source);
  if (!model) {
    throw new Error(`The vectors came from ${source}: no model here makes vectors to search them.`);
  }
  const dimensions = like.size === model.dimensions[0] ? null : like.size;
  return embedSet(services, { model: source, dimensions }, texts, () => {}, signal);
}

/** Keeps the texts with their vectors under their name. */
export async function saveSet({ database }: Services): Promise<string> {
  const { setId, embedded, input, vectors, source } = useEmbeddingsStore.getState();
  const { name, texts, columns } = embedded ?? input;
  const now = Date.now();
  const known = setId ? await database.textSets.get(setId) : undefined;
  const id = known?.id ?? crypto.randomUUID();
  const set: TextSet = {
    id,
    name,
    createdAt: known?.createdAt ?? now,
    updatedAt: now,
    texts: [...texts],
    columns: columns.map((c) => ({ name: c.name, values: [...c.values] })),
  };
  await database.transaction('rw', database.textSets, database.textSetVectors, async () => {
    await database.textSets.put(set);
    await database.textSetVectors.where('setId').equals(id).delete();
    if (!vectors) return;
    const { data, size } = vectors;
    await database.textSetVectors.put({ id: `${id}:0`, setId: id, source, size, data });
  });
  setEmbeddings({ setId: id });
  showToast({ text: `Saved “${name}”.` });
  return id;
}

/** Opens a saved set. @returns false when there is none. */
export async function openSet({ database }: Services, id: string): Promise<boolean> {
  if (useEmbeddingsStore.getState().setId === id) return true;
  const set = await database.textSets.get(id);
  if (!set) return false;
  const kept = await database.textSetVectors.where('setId').equals(id).first();
  const texts: Texts = { name: set.name, texts: set.texts, columns: set.columns };
  setEmbeddings({ ...START, setId: id, input: texts });
  if (!kept) return true;
  const { data, size, source } = kept;
  await showVectors(texts, { data, size, count: data.length / size }, source, null);
  return true;
}

/** Deletes a saved set; the toast gives it back. */
export async function removeSet({ database }: Services, set: TextSet): Promise<void> {
  const vectors = await database.textSetVectors.where('setId').equals(set.id).toArray();
  const tables = [database.textSets, database.textSetVectors];
  await database.transaction('rw', tables, async () => {
    await database.textSets.delete(set.id);
    await database.textSetVectors.where('setId').equals(set.id).delete();
  });
  if (useEmbeddingsStore.getState().setId === set.id) setEmbeddings({ setId: null });
  const giveBack = async () => {
    await database.textSets.put(set);
    await database.textSetVectors.bulkPut(vectors);
  };
  showToast({ text: `Deleted “${set.name}”.`, action: { label: 'Undo', run: giveBack } });
}

export function defaultModel(): string {
  return readPreferences().embeddingModel;
}
