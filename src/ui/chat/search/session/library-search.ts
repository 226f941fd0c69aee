import { createStore } from 'zustand/vanilla';
import { isOtherLanguage } from '#base/other-language.ts';
import { isEnglishOnly } from '#catalog/model-card.ts';
import type { LibraryKind, LibraryResults } from '#library/library-item.ts';
import { type OpenLibrary, openLibrary } from '#library/open-library.ts';
import { topicOf } from '#retrieval/list-question.ts';
import type { VectorModel } from '#retrieval/search-passages.ts';
import { embedTexts, vectorModel } from '#ui/chat/passages/passages.ts';
import type { SessionPorts } from '#ui/state/session-ports.ts';

/** Items shown first, and added by a press. */
const SHOWN = 20;
/** Characters of a query: each word of a pasted page would be looked for among all words of the library. */
const MAX_QUERY = 300;
/** Milliseconds after the last key, between two searches while the library is read, and after a change. */
const TYPING_MS = 90;
const READING_MS = 500;
const CHANGE_MS = 150;
/** Milliseconds that results by words wait for those by meaning: later ones replace the results on screen. */
const MEANING_MS = 200;
/** Milliseconds after which the library leaves the memory when its page is left. */
const IDLE_MS = 60_000;

type QueryVectors = readonly (VectorModel & { vector: Float32Array })[];

interface LibrarySearchState {
  /** Null before the first search, and without a query. */
  results: LibraryResults | null;
  /** The query of the results. */
  query: string;
  /** Whether vectors were compared. */
  isByMeaning: boolean;
  /** Items that are read, and all of them; null once all are. */
  reading: { done: number; total: number } | null;
  /** Items of the library; null before it is read. */
  total: number | null;
  /** What went wrong. */
  failure: unknown;
}

const EMPTY: LibrarySearchState = {
  results: null,
  query: '',
  isByMeaning: false,
  reading: null,
  total: null,
  failure: null,
};

/** One search over documents, chats and transcripts. Reading and searching run in a worker. */
export class LibrarySearch {
  readonly state = createStore<LibrarySearchState>(() => EMPTY);
  readonly #ports: SessionPorts;
  readonly #open: typeof openLibrary;
  #library: OpenLibrary | null = null;
  #wanted = { query: '', kind: null as LibraryKind | null, limit: SHOWN, expanded: [] as string[] };
  /** Of the last search: an earlier one that ends later shows nothing. */
  #ticket = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #idle: ReturnType<typeof setTimeout> | undefined;
  #changed: ReturnType<typeof setTimeout> | undefined;
  #searchedAt = 0;
  #embedded: { topic: string; vectors: Promise<QueryVectors> } | null = null;

  constructor(ports: SessionPorts, open = openLibrary) {
    this.#ports = ports;
    this.#open = open;
  }

  /** Reads the library, which stays in memory until some time after the page is left. @returns what leaves it. */
  enter(): () => void {
    clearTimeout(this.#idle);
    this.#read();
    return () => {
      this.#idle = setTimeout(() => this.#close(), IDLE_MS);
    };
  }

  /** Searches a moment after the last key. */
  ask(query: string, kind: LibraryKind | null): void {
    const isSame = this.#wanted.query === query;
    this.#wanted = isSame
      ? { ...this.#wanted, kind, limit: SHOWN }
      : { query, kind, limit: SHOWN, expanded: [] };
    this.#searchIn(isSame ? 0 : TYPING_MS);
  }

  showMore(): void {
    this.#wanted = { ...this.#wanted, limit: this.#wanted.limit + SHOWN };
    this.#searchIn(0);
  }

  /** Shows all places of an item. */
  expand(key: string): void {
    this.#wanted = { ...this.#wanted, expanded: [...this.#wanted.expanded, key] };
    this.#searchIn(0);
  }

  retry(): void {
    this.#close();
    this.#read();
  }

  #close(): void {
    // A change would open it again, and nothing would close it.
    clearTimeout(this.#changed);
    this.#library?.close();
    this.#library = null;
    this.#embedded = null;
    this.#ticket++;
    this.state.setState(EMPTY);
  }

  #searchIn(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#search(), ms);
  }

  #readSoon(): void {
    if (!this.#library) return;
    clearTimeout(this.#changed);
    this.#changed = setTimeout(() => this.#read(), CHANGE_MS);
  }

  #read(): void {
    try {
      this.#library ??= this.#open(() => this.#readSoon());
    } catch (failure) {
      this.state.setState({ failure });
      return;
    }
    const library = this.#library;
    const show = (done: number, total: number) => {
      if (library !== this.#library) return;
      this.state.setState({ total, reading: done < total ? { done, total } : null });
      // Results of the items read so far are shown meanwhile.
      if (performance.now() - this.#searchedAt > READING_MS) this.#searchIn(0);
    };
    library.read(show).then(
      () => this.#searchIn(0),
      (failure: unknown) => this.#fail(library, failure),
    );
  }

  #fail(library: OpenLibrary, failure: unknown): void {
    // Its page was left, or it was opened again.
    if (library !== this.#library) return;
    clearTimeout(this.#changed);
    library.close();
    this.#library = null;
    this.state.setState({ failure, reading: null });
  }

  async #search(): Promise<void> {
    const library = this.#library;
    if (!library) return;
    const ticket = ++this.#ticket;
    const { query, ...rest } = this.#wanted;
    const topic = topicOf(query).slice(0, MAX_QUERY);
    this.#searchedAt = performance.now();
    const find = async (vectors: QueryVectors) => {
      const results = await library.search({ ...rest, query: topic, vectors });
      if (ticket !== this.#ticket) return;
      this.#searchedAt = performance.now();
      this.state.setState({ results, query, isByMeaning: vectors.length > 0, failure: null });
    };
    try {
      if (topic === '') {
        this.state.setState({ results: null, query, failure: null });
        return;
      }
      const embedding = this.#vectorsOf(library, topic);
      const soon = await Promise.race([embedding, later(MEANING_MS)]);
      if (soon === null) await find([]);
      const vectors = soon ?? (await embedding);
      if (ticket === this.#ticket && (soon !== null || vectors.length > 0)) await find(vectors);
    } catch (failure) {
      this.#fail(library, failure);
    }
  }

  /** A query in the models of this device that vectors are of; none where no model can say. */
  #vectorsOf(library: OpenLibrary, topic: string): Promise<QueryVectors> {
    if (this.#embedded?.topic !== topic) {
      // While it is read, more models may come.
      const isLast = this.state.getState().reading === null && this.state.getState().total !== null;
      const vectors = this.#embed(library, topic).catch(() => []);
      if (!isLast) return vectors;
      this.#embedded = { topic, vectors };
    }
    return this.#embedded.vectors;
  }

  async #embed(library: OpenLibrary, topic: string): Promise<QueryVectors> {
    const vectors = [];
    for (const model of await library.models()) {
      const here = this.#ports.models.find(model.model);
      // What somebody types leaves the device for no search.
      if (!here || (here.boundary ?? 'device') !== 'device') continue;
      if (isEnglishOnly(here) && isOtherLanguage(topic)) continue;
      if (vectorModel(this.#ports, model.model).revision !== model.revision) continue;
      // One that cannot be loaded now takes no other away.
      const [vector] = await embedTexts(this.#ports, model.model, [topic]).catch(() => []);
      if (vector) vectors.push({ ...model, vector });
    }
    return vectors;
  }
}

const later = (ms: number) => new Promise<null>((resolve) => setTimeout(() => resolve(null), ms));
