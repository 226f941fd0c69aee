import { embeddingsText } from '#ui/messages/embeddings.ts';
import { describeError } from '#ui/state/describe-error.ts';
import { findModel } from '#ui/state/models.ts';
import type { SessionPorts } from '#ui/state/session-ports.ts';
import type { VectorSet } from '#vectors/vector-set.ts';
import { describeTooLong, embedTexts } from './embed-texts.ts';
import { Exploration } from './exploration.ts';
import { hasSameTexts, readTextSet, storeTextSet } from './store-text-set.ts';
import { NO_RESULTS, NO_TEXTS, type Stored, type Texts } from './text-set-state.ts';

/** Numbers of texts that are laid out in a moment, and so without being asked: fewer have no neighbourhoods. */
const [MIN_REFINED, MAX_REFINED] = [20, 600];

/** One set of texts: typed or read from files, its vectors with the results from them, and the stored row it belongs to. */
export class TextSet extends Exploration {
  /** Names this set in lists of components. */
  readonly key = crypto.randomUUID();
  readonly #id: string | null;
  #saving: Promise<unknown> = Promise.resolve();

  /** `id`: of a stored set that `load` reads; null for a new one. */
  constructor(id: string | null, ports: SessionPorts) {
    super(ports);
    this.#id = id;
  }

  // Texts

  chooseInput(input: Texts): void {
    this.change({ input, error: null, isChanging: true });
  }

  /** The texts as typed, one on each line. */
  typeTexts(texts: readonly string[]): void {
    const { name } = this.state.getState().input;
    this.chooseInput({ name, texts, columns: [] });
  }

  typeInstead(): void {
    this.chooseInput(NO_TEXTS);
  }

  chooseModel(model: string): void {
    this.change({ model });
  }

  changeTexts(): void {
    this.change({ isChanging: true });
  }

  /** Back to the vectors and their texts. */
  keepTexts(): void {
    const { embedded, input } = this.state.getState();
    this.change({ isChanging: false, error: null, input: embedded ?? input });
  }

  // Vectors

  /** Embeds the input with a model, or reports the texts that are too long for it. */
  async embed(model: string, dimensions: number | null): Promise<void> {
    const { input: typed } = this.state.getState();
    const isText = (text: string) => text.trim() !== '';
    // Typed lines may be empty; a table keeps its rows.
    const input =
      typed.columns.length > 0 || typed.texts.every(isText)
        ? typed
        : { ...typed, texts: typed.texts.filter(isText) };
    const { texts } = input;
    const signal = this.begin('embedding');
    const startedAt = this.ports.clock();
    const report = (phase: 'counting' | 'embedding', done: number) => {
      if (signal.aborted) return;
      const work = { phase, done, total: texts.length, startedAt };
      this.change({ work, error: null, isChanging: false });
    };
    report('counting', 0);
    try {
      const maxTokens = findModel(model)?.contextTokens ?? 512;
      const problem = await describeTooLong(this.ports, model, texts, maxTokens, signal);
      if (problem !== null) throw new Error(problem);
      report('embedding', 0);
      const request = { model, dimensions };
      const onProgress = (done: number) => report('embedding', done);
      const vectors = await embedTexts(this.ports, request, texts, onProgress, signal);
      // An answer that arrives with the abort is not shown.
      signal.throwIfAborted();
      // Nothing is left to cancel: the views fill in as results arrive.
      this.change({ work: null });
      await this.showVectors(input, vectors, model, null);
    } catch (error) {
      if (signal.aborted) return;
      this.change({ error: describeError(error), isChanging: true, work: null });
    }
  }

  /** Ends embedding; the texts can be changed again. */
  cancel(): void {
    this.abort('embedding');
    if (this.state.getState().work) this.change({ work: null, isChanging: true });
  }

  /** Shows vectors, then lays them out and groups them. `source`: a model, or the name of their file. */
  async showVectors(
    embedded: Texts,
    vectors: VectorSet,
    source: string,
    note: string | null,
  ): Promise<void> {
    this.abortAll();
    const { stored: before } = this.state.getState();
    // Other texts are another set: the stored one does not change.
    const stored = before && hasSameTexts(before.texts, embedded) ? before : null;
    const colouring = embedded.colourBy ? { column: embedded.colourBy } : 'groups';
    const shown = { embedded, input: embedded, vectors, source, note, stored };
    this.change({ ...NO_RESULTS, ...shown, colouring, isChanging: false, error: null, work: null });
    await this.of(vectors, this.analysis.load(vectors));
    if (!this.isShown(vectors)) return;
    const points = await this.of(vectors, this.analysis.pca());
    if (!points) return;
    this.change({ map: { method: 'pca', points, part: 1 } });
    await this.regroup(null);
    if (!this.isShown(vectors)) return;
    if (vectors.count >= MIN_REFINED && vectors.count <= MAX_REFINED) await this.refineMap();
    await this.measure(vectors);
  }

  // Stored sets

  /** Reads the stored set. @returns false when there is none. `showStored` shows it. */
  async load(): Promise<boolean> {
    if (this.#id === null) return true;
    const found = await readTextSet(this.ports.store.database, this.#id);
    if (!found) return false;
    const { stored, source, note } = found;
    this.change({ stored, input: stored.texts, note, source });
    return true;
  }

  /** Shows the vectors that `load` read. */
  async showStored(): Promise<void> {
    const { stored, source, note } = this.state.getState();
    if (stored?.vectors) await this.showVectors(stored.texts, stored.vectors, source, note);
  }

  /** Stores the texts with their vectors, in their own row where they have one. @returns the id of the set. */
  save(): Promise<string> {
    return this.#save(false);
  }

  /** Stores a copy. @returns its id. */
  saveAs(): Promise<string> {
    return this.#save(true);
  }

  async #save(isCopy: boolean): Promise<string> {
    const { embedded, input, vectors, source } = this.state.getState();
    const { name, ...rest } = embedded ?? input;
    const texts = { ...rest, name: isCopy ? embeddingsText.copyOf(name) : name };
    const saving = this.#saving.then(() => {
      const known = isCopy ? null : this.state.getState().stored;
      const { store, clock } = this.ports;
      return storeTextSet(store.database, { texts, vectors, source }, known, clock());
    });
    // One at a time: two presses are one row.
    this.#saving = saving.then(({ stored }) => this.#saved(stored)).catch(() => {});
    const { stored, notice } = await saving;
    await this.#saving;
    this.ports.notify({ text: notice });
    return stored.id;
  }

  /** Remembers the stored row, unless the set has other texts by now. */
  #saved(stored: Stored): void {
    const { vectors, embedded, input } = this.state.getState();
    if (vectors !== stored.vectors || !hasSameTexts(embedded ?? input, stored.texts)) return;
    this.change({ stored, ...(embedded ? { embedded: stored.texts } : {}) });
  }

  /** The stored row is gone: the texts stay, unsaved. */
  detach(): void {
    this.change({ stored: null });
  }
}
