import { createStore } from 'zustand/vanilla';
import { embeddingsText } from '#ui/messages/embeddings.ts';
import { describeError } from '#ui/state/describe-error.ts';
import { findModel } from '#ui/state/models.ts';
import type { SessionPorts } from '#ui/state/session-ports.ts';
import { openAnalysis } from '#vectors/open-analysis.ts';
import type { Job } from '#vectors/shared-work.ts';
import { row, truncate, type VectorSet } from '#vectors/vector-set.ts';
import { embedTexts } from './embed-texts.ts';
import { type Colouring, START, type TextSetState, type View } from './text-set-state.ts';

/** Texts nearest to a search that are shown. */
const HITS = 20;
/** Texts near a chosen one that are shown. */
const NEAR = 8;
/** Similar pairs that are shown, and least similarities to choose from. */
const PAIRS = 200;
export const SCORES = [0.5, 0.7, 0.8, 0.9, 0.95, 0.99] as const;
const FIRST_SCORE = 0.8;
/** Nearest texts that are compared with another model's, and pairs listed of those that moved. */
export const COMPARED = 10;
const MOVES = 20;

/** Kinds of work that a newer one, or a person, ends. */
type Work = 'embedding' | 'search' | 'layout' | 'pairs';

/**
 * Results computed from the vectors of a set of texts, and the part of them on view. Work that ends after `dispose`, or
 * for vectors that were replaced, changes nothing.
 */
export class Exploration {
  readonly state = createStore<TextSetState>(() => START);
  protected readonly ports: SessionPorts;
  protected readonly analysis = openAnalysis();
  readonly #aborts: Partial<Record<Work, AbortController>> = {};
  #isDisposed = false;

  constructor(ports: SessionPorts) {
    this.ports = ports;
  }

  protected change(changes: Partial<TextSetState>): void {
    if (!this.#isDisposed) this.state.setState(changes);
  }

  /** The signal of new work, which ends the older one of its kind. */
  protected begin(kind: Work): AbortSignal {
    this.#aborts[kind]?.abort();
    const controller = new AbortController();
    this.#aborts[kind] = controller;
    if (this.#isDisposed) controller.abort();
    return controller.signal;
  }

  /** Whether work on vectors is still wanted. */
  protected isShown(vectors: VectorSet): boolean {
    return !this.#isDisposed && this.state.getState().vectors === vectors;
  }

  /** The result of work on vectors; null when they are not shown any more. */
  protected async of<T>(vectors: VectorSet, work: Promise<T>): Promise<T | null> {
    try {
      const result = await work;
      return this.isShown(vectors) ? result : null;
    } catch (error) {
      if (this.isShown(vectors)) throw error;
      return null;
    }
  }

  protected abort(kind: Work): void {
    this.#aborts[kind]?.abort();
  }

  protected abortAll(): void {
    for (const controller of Object.values(this.#aborts)) controller.abort();
  }

  /** Ends all work and the workers. */
  dispose(): void {
    this.abortAll();
    this.#isDisposed = true;
    this.analysis.close();
  }

  protected async measure(vectors: VectorSet): Promise<void> {
    if (!this.isShown(vectors)) return;
    const seconds = await this.of(vectors, this.analysis.estimate());
    if (seconds) this.change({ seconds });
  }

  /** Refines the map with UMAP and shows each step; does nothing where it is refined already. */
  async refineMap(): Promise<void> {
    const { vectors, map: before } = this.state.getState();
    if (!vectors || !before || before.method === 'umap') return;
    const signal = this.begin('layout');
    let points = before.points;
    const show = (part: number) => {
      if (this.state.getState().vectors !== vectors || signal.aborted) return;
      this.change({ map: { method: 'umap', part, points } });
    };
    show(0);
    try {
      const onMap = (part: number, now: Float32Array) => {
        if (now.length > 0) points = now;
        show(Math.min(part, 0.999));
      };
      const done = this.analysis.umap(before.points, onMap, signal);
      points = (await this.of(vectors, done)) ?? points;
      show(1);
      await this.measure(vectors);
    } catch (error) {
      const isBegun = points !== before.points;
      this.change({ map: isBegun ? { method: 'umap', part: 1, points } : before });
      if (!signal.aborted) throw error;
    }
  }

  /** Ends the refinement; the map stays as far as it is refined. */
  stopLayout(): void {
    this.abort('layout');
  }

  async showPca(): Promise<void> {
    const { vectors } = this.state.getState();
    if (!vectors) return;
    this.stopLayout();
    const points = await this.of(vectors, this.analysis.pca());
    if (points) this.change({ map: { method: 'pca', points, part: 1 } });
  }

  /** `k`: null for the number of groups that suits the texts. */
  async regroup(k: number | null): Promise<void> {
    const { vectors, embedded } = this.state.getState();
    if (!vectors || !embedded) return;
    const found = await this.of(vectors, this.analysis.clusters(k));
    if (!found) return;
    const typical = found.clusters.map((cluster) => cluster.typical);
    const words = this.analysis.groupWords(embedded.texts, found.of, typical);
    const named = await this.of(vectors, words);
    if (named) this.change({ clusters: { ...found, words: named }, lasso: null, facet: null });
  }

  /** Finds the texts nearest to a query, with the model that made the vectors. A newer search ends an older one. */
  async search(query: string): Promise<void> {
    const signal = this.begin('search');
    const { vectors } = this.state.getState();
    if (!vectors) return;
    if (query.trim() === '') return this.clearSearch();
    try {
      const asked = await this.of(vectors, this.#embedLike([query], vectors, signal));
      const hits = asked && (await this.of(vectors, this.analysis.nearest(row(asked, 0), HITS)));
      if (!hits || signal.aborted) return;
      // The other views do not show search results.
      const view = this.state.getState().view === 'map' ? 'map' : 'texts';
      this.change({ query, hits, view, colouring: 'score', selected: null });
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }

  /** Shows all texts again. */
  clearSearch(): void {
    this.abort('search');
    this.change({ hits: null, query: '', colouring: 'groups' });
  }

  /** The texts nearest to each of some others, best first; null when other vectors are shown meanwhile. */
  async nearestTo(texts: readonly string[], max: number, signal: AbortSignal) {
    const { vectors } = this.state.getState();
    if (!vectors) return null;
    const asked = await this.of(vectors, this.#embedLike(texts, vectors, signal));
    if (!asked) return null;
    const found = texts.map((_, i) => this.analysis.nearest(row(asked, i), max));
    return this.of(vectors, Promise.all(found));
  }

  /** Finds the texts nearest to one of them, away from the page. */
  async findNear(index: number): Promise<void> {
    const { vectors, near } = this.state.getState();
    if (!vectors || near?.index === index) return;
    const neighbours = await this.of(vectors, this.analysis.nearestTo(index, NEAR));
    if (neighbours) this.change({ near: { index, neighbours } });
  }

  /** Finds pairs at least this alike. `minScore`: null for the highest with a pair, from 0.8 down. */
  async findPairs(chosen: number | null): Promise<void> {
    const { vectors } = this.state.getState();
    if (!vectors) return;
    const signal = this.begin('pairs');
    let minScore = chosen ?? FIRST_SCORE;
    const show = (part: number | null, problem: string | null = null) => {
      if (!signal.aborted) this.change({ pairs: { minScore, list: null, part, problem } });
    };
    try {
      for (;;) {
        show(0);
        const found = this.analysis.duplicates(minScore, PAIRS, { onProgress: show, signal });
        const list = await this.of(vectors, found);
        if (!list || signal.aborted) return;
        const lower = SCORES.findLast((score) => score < minScore);
        if (list.length > 0 || chosen !== null || lower === undefined) {
          this.change({ pairs: { minScore, list, part: null, problem: null } });
          return await this.measure(vectors);
        }
        minScore = lower;
      }
    } catch (error) {
      show(null, describeError(error));
    }
  }

  stopPairs(): void {
    this.abort('pairs');
    this.change({ pairs: null });
  }

  /** Compares the nearest texts with those by another model, or by the first dimensions. Null for other vectors. */
  async compareWith(other: { model: string } | { size: number }, job: Job) {
    const { vectors, embedded } = this.state.getState();
    if (!vectors || !embedded) return null;
    const theirs =
      'size' in other
        ? truncate(vectors, other.size)
        : await embedTexts(
            this.ports,
            { model: other.model, dimensions: null },
            embedded.texts,
            () => {},
            job.signal,
          );
    if (!this.isShown(vectors)) return null;
    const result = await this.of(vectors, this.analysis.compare(theirs, COMPARED, MOVES, job));
    if (result) await this.measure(vectors);
    return result;
  }

  // Views and selections

  show(view: View): void {
    this.change({ view });
  }

  select(selected: number | null): void {
    this.change({ selected });
  }

  colourBy(colouring: Colouring): void {
    this.change({ colouring, facet: null, lasso: null });
  }

  /** Shows the rows inside a lasso alone; all of them when it holds none. */
  catchRows(rows: ReadonlySet<number>): void {
    this.change({ lasso: rows.size > 0 ? rows : null, facet: null, selected: null });
  }

  clearSelection(): void {
    this.change({ lasso: null, facet: null });
  }

  /** Shows the rows of one entry of the legend alone, or all rows again when they were. `of`: the entry of each row. */
  filterBy(facet: number, of: ArrayLike<number>): void {
    if (this.state.getState().facet === facet) this.clearSelection();
    else this.change({ facet, lasso: rowsOf(facet, of), selected: null });
  }

  /** The texts of one group, as a table. */
  showGroup(group: number): void {
    const { clusters } = this.state.getState();
    if (!clusters) return;
    this.clearSearch();
    this.change({ lasso: rowsOf(group, clusters.of), facet: group, view: 'texts' });
  }

  /** Vectors that can be compared with the current ones. @throws when no model here made those. */
  #embedLike(texts: readonly string[], vectors: VectorSet, signal: AbortSignal) {
    const { source } = this.state.getState();
    const model = findModel(source);
    if (!model) throw new Error(embeddingsText.noSearchModel(source));
    const dimensions = vectors.size === model.dimensions[0] ? null : vectors.size;
    return embedTexts(this.ports, { model: source, dimensions }, texts, () => {}, signal);
  }
}

/** The rows of one entry of the legend. `of`: the entry of each row. */
function rowsOf(entry: number, of: ArrayLike<number>): Set<number> {
  return new Set(Array.from(of).flatMap((mine, i) => (mine === entry ? [i] : [])));
}
