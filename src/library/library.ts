import { pause } from '#base/pause.ts';
import { GrowingIndex } from '#retrieval/bm25.ts';
import { type FoundPassage, rankPassages, type VectorModel } from '#retrieval/search-passages.ts';
import type { AlcoveDatabase } from '#storage/database.ts';
import { watchTables } from '#storage/watch.ts';
import { excerptOf, markedText } from './excerpt.ts';
import type {
  ItemHead,
  LibraryHit,
  LibraryItem,
  LibraryKind,
  LibraryResults,
  LibraryText,
} from './library-item.ts';
import { nameDocument, readHeads } from './read-library.ts';

/** The share of a query that a text needs: a question has words that stand in no answer. */
const MIN_SHARE = 0.5;
/** Cosine from which a text is found by its meaning alone, and the share of the best one's that it needs. */
const MIN_COSINE = 0.4;
const MIN_COSINE_SHARE = 0.75;
/** Places shown of an item, and of one that is shown whole. */
const HITS = 3;
const MAX_HITS = 100;
/** Removed texts from which the index is made again without them. */
const MAX_REMOVED = 2_000;

/** A change of these tables is a change of the library. */
const TABLES = 'conversations messages projects documents passages recordings segments'.split(' ');

export interface LibraryQuery {
  query: string;
  /** The query in models that texts have vectors of. */
  vectors: readonly (VectorModel & { vector: Float32Array })[];
  /** Null for all. */
  kind: LibraryKind | null;
  /** Items. */
  limit: number;
  /** Keys of items whose places are shown, up to a hundred. */
  expanded: readonly string[];
}

interface Held {
  item: LibraryItem;
  revision: string;
  /** The places of its texts in the index, its name first. */
  at: readonly number[];
}

interface Entry {
  text: LibraryText;
  item: LibraryItem;
  isName: boolean;
}

/**
 * All documents, chats and transcripts of this browser in memory, to search them while somebody types. It reads what
 * changed, item by item; what it has read so far can be searched meanwhile.
 */
export class Library {
  readonly #database: AlcoveDatabase;
  readonly #held = new Map<string, Held>();
  readonly #unwatch: () => void;
  #index = new GrowingIndex();
  #entries: (Entry | null)[] = [];
  #removed = 0;
  #isChanged = true;
  #reading: Promise<void> | null = null;

  /** `onChange` is called when rows changed that a search should know. */
  constructor(database: AlcoveDatabase, onChange: () => void = () => {}) {
    this.#database = database;
    this.#unwatch = watchTables((tables) => {
      if (!TABLES.some((name) => tables.has(name))) return;
      this.#isChanged = true;
      onChange();
    });
  }

  close(): void {
    this.#unwatch();
    this.#database.close();
  }

  /** Reads what changed since the last time. `onProgress`: items that are read, and all of them. */
  read(onProgress: (done: number, total: number) => void = () => {}): Promise<void> {
    this.#reading ??= this.#readAll(onProgress).finally(() => {
      this.#reading = null;
    });
    return this.#reading;
  }

  async #readAll(onProgress: (done: number, total: number) => void): Promise<void> {
    while (this.#isChanged) {
      this.#isChanged = false;
      const heads = await readHeads(this.#database);
      const keys = new Set(heads.map(({ key }) => key));
      for (const key of this.#held.keys()) if (!keys.has(key)) this.#drop(key);
      for (const { key, within } of heads) {
        const held = this.#held.get(key);
        if (held) held.item.within = within;
      }
      const changed = heads.filter(
        ({ key, revision }) => this.#held.get(key)?.revision !== revision,
      );
      for (const [done, head] of changed.entries()) {
        onProgress(heads.length - changed.length + done, heads.length);
        await this.#hold(head);
      }
      onProgress(heads.length, heads.length);
    }
  }

  async #hold({ revision, readTexts, ...head }: ItemHead): Promise<void> {
    const [item, texts] = await Promise.all([nameDocument(this.#database, head), readTexts()]);
    this.#drop(item.key);
    if (this.#removed > MAX_REMOVED) this.#compact();
    const name = { documentId: item.key, start: -1, end: -1, text: item.name };
    const at = [{ ...name, vector: new Float32Array(0) }, ...texts].map((text, i) =>
      this.#add({ text, item, isName: i === 0 }),
    );
    this.#held.set(item.key, { item, revision, at });
  }

  #add(entry: Entry): number {
    this.#entries.push(entry);
    return this.#index.add(entry.text.text);
  }

  #drop(key: string): void {
    for (const at of this.#held.get(key)?.at ?? []) {
      this.#entries[at] = null;
      this.#index.remove(at);
      this.#removed++;
    }
    this.#held.delete(key);
  }

  #compact(): void {
    const entries = this.#entries;
    this.#index = new GrowingIndex();
    this.#entries = [];
    this.#removed = 0;
    for (const [key, held] of this.#held) {
      const own = held.at.flatMap((at) => entries[at] ?? []);
      this.#held.set(key, { ...held, at: own.map((entry) => this.#add(entry)) });
    }
  }

  /** The models that texts have vectors of. */
  models(): VectorModel[] {
    const models = new Map<string, VectorModel>();
    for (const entry of this.#entries) {
      const { model, revision, vector } = entry?.text ?? {};
      if (model === undefined || revision === undefined || !vector?.length) continue;
      models.set(`${model} ${revision}`, { model, revision });
    }
    return [...models.values()];
  }

  /** The items with texts that have a query's words or are near to its meaning. */
  async search(query: LibraryQuery): Promise<LibraryResults> {
    const byItem = new Map<LibraryItem, Entry[]>();
    for (const entry of await this.#rank(query)) {
      const own = byItem.get(entry.item);
      if (own) own.push(entry);
      else byItem.set(entry.item, [entry]);
    }
    const counts = { document: 0, chat: 0, transcript: 0 };
    for (const { kind } of byItem.keys()) counts[kind]++;
    const shown = [...byItem].filter(([{ kind }]) => query.kind === null || kind === query.kind);
    const rest = pause();
    const found = [];
    for (const [item, entries] of shown.slice(0, query.limit)) {
      await rest();
      const places = entries.filter(({ isName }) => !isName);
      const max = query.expanded.includes(item.key) ? MAX_HITS : HITS;
      const hits = places
        .slice(0, max)
        .sort(inText)
        .map(({ text }) => hitOf(text, query.query));
      found.push({ item, name: markedText(item.name, query.query), hits, count: places.length });
    }
    return { found, counts };
  }

  /** The entries that fit, the likeliest first. */
  async #rank({ query, vectors }: LibraryQuery): Promise<Entry[]> {
    const { scores, shares } = this.#index.match(query);
    const entries = new Map<LibraryText, Entry>();
    const wordScores: number[] = [];
    for (const [at, entry] of this.#entries.entries()) {
      if (!entry) continue;
      entries.set(entry.text, entry);
      wordScores.push((shares[at] ?? 0) >= MIN_SHARE ? (scores[at] ?? 0) : 0);
    }
    const ranked = await rankPassages({
      question: query,
      passages: [...entries.keys()],
      wordScores,
      embed: async ({ model, revision }) =>
        vectors.find((one) => one.model === model && one.revision === revision)?.vector ?? null,
      rerank: async () => null,
    });
    return near(ranked).flatMap(({ passage }) => entries.get(passage) ?? []);
  }
}

/** Those with the query's words, and those whose meaning is about as near as the nearest. */
function near(ranked: readonly FoundPassage<LibraryText>[]): FoundPassage<LibraryText>[] {
  const best = ranked.reduce((max, { score }) => Math.max(max, score), 0);
  const min = Math.max(MIN_COSINE, best * MIN_COSINE_SHARE);
  return ranked.filter(({ words, score }) => words > 0 || score >= min);
}

const inText = (a: Entry, b: Entry) => a.text.start - b.text.start;

function hitOf(
  { text, start, end, messageId, times, page }: LibraryText,
  query: string,
): LibraryHit {
  const { parts, at, match } = excerptOf(text, query);
  const segment = times?.findLast((one) => one.at <= (at ?? 0));
  return {
    ...{ start, end, parts, match },
    messageId: messageId ?? null,
    seconds: segment?.seconds ?? null,
    page: page ?? null,
  };
}
