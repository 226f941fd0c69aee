import { createStore } from 'zustand/vanilla';
import type { TextSet } from '#storage/text-set-records.ts';
import { TextSets } from '#storage/text-sets.ts';
import { embeddingsText } from '#ui/messages/embeddings.ts';
import { onCleared } from '#ui/state/cleared.ts';
import { describeError } from '#ui/state/describe-error.ts';
import { findModel } from '#ui/state/models.ts';
import type { SessionPorts } from '#ui/state/session-ports.ts';
import { type OpenAnalysis, openAnalysis } from '#vectors/open-analysis.ts';
import { row, type VectorSet } from '#vectors/vector-set.ts';
import { describeLeftOut, describeSaved } from './columns-left-out.ts';
import { embedSet, findTooLong } from './embed-set.ts';
import { type EmbeddingsState, NO_RESULTS, nameOf, START, type Texts } from './embeddings-state.ts';
import { findGroups, rowsOf } from './find-groups.ts';
import { isRefinedAtOnce, refine } from './refine.ts';
import { readSample } from './sample-texts.ts';
import { toTextSet } from './to-text-set.ts';
import { describeTooLong } from './too-long.ts';

/** Texts nearest to a search that are shown. */
const HITS = 20;
/** Texts near a chosen one that are shown. */
const NEAR = 8;

/** A set of texts: its vectors, results computed from them, and the saved sets. */
export class EmbeddingSession {
  readonly state = createStore<EmbeddingsState>(() => START);
  readonly sets: TextSets;
  readonly #ports: SessionPorts;
  #analysis: OpenAnalysis | null = null;
  #embedding: AbortController | null = null;
  #searching: AbortController | null = null;

  constructor(ports: SessionPorts) {
    this.#ports = ports;
    this.sets = new TextSets(ports.store.database);
    // A saved set that was cleared is gone from the page too, in every tab.
    onCleared((kind) => {
      if (kind !== 'textSets' || this.state.getState().setId === null) return;
      this.cancel();
      this.change(START);
      history.replaceState(null, '', location.pathname.replace(/(\/embeddings)\/[^/]+$/, '$1'));
    });
  }

  change(changes: Partial<EmbeddingsState>): void {
    this.state.setState(changes);
  }

  /** The worker that holds the current vectors. */
  get analysis(): OpenAnalysis {
    this.#analysis ??= openAnalysis();
    return this.#analysis;
  }

  chooseInput(input: Texts): void {
    this.change({ input, error: null, isChanging: true });
  }

  cancel(): void {
    this.#embedding?.abort();
  }

  /** Embeds the bundled sentences and shows them on the map; does nothing when they are there. */
  async openSample(model: string): Promise<void> {
    const { work, embedded } = this.state.getState();
    const sample = readSample();
    if (work !== null || embedded?.name === sample.name) return;
    this.change({ ...START, input: sample });
    await this.embed(model, null);
  }

  /** Embeds the input with a model, or reports the texts that are too long for it. */
  async embed(model: string, dimensions: number | null): Promise<void> {
    const { input } = this.state.getState();
    const { texts } = input;
    const controller = new AbortController();
    this.#embedding?.abort();
    this.#embedding = controller;
    const startedAt = this.#ports.clock();
    const work = (phase: 'counting' | 'embedding', done: number) => {
      const now = { phase, done, total: texts.length, startedAt };
      this.change({ work: now, error: null, isChanging: false });
    };
    const end = () => {
      if (this.#embedding === controller) this.change({ work: null });
    };
    work('counting', 0);
    try {
      const maxTokens = findModel(model)?.contextTokens ?? 512;
      const tooLong = await findTooLong(this.#ports, model, texts, maxTokens);
      if (tooLong.length > 0) throw new Error(describeTooLong(tooLong, maxTokens));
      work('embedding', 0);
      const report = (done: number) => work('embedding', done);
      const request = { model, dimensions };
      const vectors = await embedSet(this.#ports, request, texts, report, controller.signal);
      // Nothing is left to cancel: the views fill in as results arrive.
      end();
      await this.showVectors(input, vectors, model, null);
    } catch (error) {
      if (!controller.signal.aborted) {
        this.change({ error: describeError(error), isChanging: true });
      }
    } finally {
      end();
    }
  }

  /** Shows vectors, then lays them out and groups them. */
  async showVectors(
    embedded: Texts,
    vectors: VectorSet,
    source: string,
    note: string | null,
  ): Promise<void> {
    this.change({ ...NO_RESULTS, isChanging: false, embedded, vectors, source, note, error: null });
    const { analysis } = this;
    await analysis.load(vectors);
    const points = await analysis.pca();
    if (!this.#isCurrent(vectors)) return;
    this.change({ map: { method: 'pca', points, part: 1 } });
    await this.regroup(null);
    if (isRefinedAtOnce(vectors.count) && this.#isCurrent(vectors)) await this.refineMap();
  }

  /** Refines the map with UMAP and shows each step. */
  async refineMap(): Promise<void> {
    const { vectors, map } = this.state.getState();
    if (!vectors || !map) return;
    await refine(this.analysis, map, (next) => {
      if (this.#isCurrent(vectors)) this.change({ map: next });
    });
  }

  async showPca(): Promise<void> {
    const points = await this.analysis.pca();
    this.change({ map: { method: 'pca', points, part: 1 } });
  }

  /** `k`: null for the number of groups that suits the texts. */
  async regroup(k: number | null): Promise<void> {
    const { vectors, embedded } = this.state.getState();
    const clusters = await findGroups(this.analysis, embedded?.texts ?? [], k);
    if (vectors && this.#isCurrent(vectors)) this.change({ clusters, lasso: null, facet: null });
  }

  /** Shows the rows of one entry of the legend alone, or all rows again when they were. */
  filterBy(facet: number, of: ArrayLike<number>): void {
    if (this.state.getState().facet === facet) this.change({ facet: null, lasso: null });
    else this.change({ facet, lasso: rowsOf(facet, of), selected: null });
  }

  /** Finds the texts nearest to a query, with the model that made the vectors. A newer search ends an older one. */
  async search(query: string): Promise<void> {
    this.#searching?.abort();
    const controller = new AbortController();
    this.#searching = controller;
    const { vectors, source } = this.state.getState();
    if (!vectors) return;
    if (query.trim() === '') return this.clearSearch();
    const { signal } = controller;
    try {
      const asked = await this.embedLike([query], vectors, source, signal);
      const hits = await this.analysis.nearest(row(asked, 0), HITS);
      if (!this.#isCurrent(vectors) || signal.aborted) return;
      // The other views do not show search results.
      const view = this.state.getState().view === 'map' ? 'map' : 'texts';
      this.change({ query, hits, view, colouring: 'score', selected: null });
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }

  /** Shows all texts again. */
  clearSearch(): void {
    this.#searching?.abort();
    this.change({ hits: null, query: '', colouring: 'groups' });
  }

  /** Finds the texts nearest to one of them, away from the page. */
  async findNear(index: number): Promise<void> {
    const { vectors, near } = this.state.getState();
    if (!vectors || (near?.index === index && near.vectors === vectors)) return;
    const neighbours = await this.analysis.nearestTo(index, NEAR);
    if (this.#isCurrent(vectors)) this.change({ near: { index, vectors, neighbours } });
  }

  /** Vectors that can be compared with the current ones. @throws when no model here made those. */
  embedLike(
    texts: readonly string[],
    like: VectorSet,
    source: string,
    signal: AbortSignal,
  ): Promise<VectorSet> {
    const model = findModel(source);
    if (!model) throw new Error(embeddingsText.noSearchModel(source));
    const dimensions = like.size === model.dimensions[0] ? null : like.size;
    return embedSet(this.#ports, { model: source, dimensions }, texts, () => {}, signal);
  }

  /** Vectors of the texts on the page from another model. */
  embedWith(
    request: { model: string; dimensions: number | null },
    texts: readonly string[],
    signal: AbortSignal,
  ): Promise<VectorSet> {
    return embedSet(this.#ports, request, texts, () => {}, signal);
  }

  /** Stores the texts with their vectors. @returns the id of the set. */
  async save(): Promise<string> {
    const { setId, embedded, input, vectors, source } = this.state.getState();
    const known = setId ? await this.sets.get(setId) : undefined;
    const set = toTextSet(embedded ?? input, known, this.#ports.clock());
    await this.sets.save(set, vectors && { source, size: vectors.size, data: vectors.data });
    this.change({ setId: set.id });
    this.#ports.notify({ text: describeSaved(set) });
    return set.id;
  }

  /** Opens a saved set. @returns false when there is none. */
  async open(id: string): Promise<boolean> {
    if (this.state.getState().setId === id) return true;
    const set = await this.sets.get(id);
    if (!set) return false;
    const stored = await this.sets.vectors(id);
    const { name, texts, columns } = set;
    const note = describeLeftOut(set.columnsLeftOut);
    this.change({ ...START, setId: id, input: { name, texts, columns }, note });
    if (!stored) return true;
    const { data, size, source } = stored;
    const vectors = { data, size, count: data.length / size };
    await this.showVectors({ name, texts, columns }, vectors, source, note);
    return true;
  }

  /** Deletes a saved set; the toast restores it. */
  async remove(set: TextSet): Promise<void> {
    const undo = await this.sets.remove(set);
    if (this.state.getState().setId === set.id) this.change({ setId: null });
    const text = embeddingsText.deleted(nameOf(set));
    this.#ports.notify({ text, action: { label: embeddingsText.undo, run: undo } });
  }

  #isCurrent(vectors: VectorSet): boolean {
    return this.state.getState().vectors === vectors;
  }
}
