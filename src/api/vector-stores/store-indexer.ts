import type { ApiDependencies, FileReader, IndexControl } from '#api/call/call.ts';
import type { ModelCard } from '#catalog/model-card.ts';
import { traitsOf } from '#catalog/runtimes.ts';
import { type PassageSize, packPassages, passageSize } from '#documents/pack-passages.ts';
import { unpackSentences } from '#documents/sentences.ts';
import type { VectorStoreFile } from '#storage/api-file-records.ts';
import type { ChatDocument, Passage } from '#storage/chat-records.ts';

/** One tab of the origin reads files, however many services there are in it. */
const LOCK = 'alcove-vector-stores';
const EMBEDDER = 'alcove-embed';
/** Passages embedded in one turn: other requests come in between. */
const BATCH = 64;
/** Characters of a token, at most. */
const CHARACTERS = 6;

interface IndexerOptions {
  /** Null where the browser has no locks. */
  locks: Pick<LockManager, 'request'> | null;
  readFile: FileReader;
}

/** Reads the files of vector stores one after another, in the order in which they were added, and embeds their texts. */
export class StoreIndexer implements IndexControl {
  readonly #api: ApiDependencies;
  readonly #options: IndexerOptions;
  #running: Promise<void> | null = null;
  #isAsked = false;

  constructor(api: ApiDependencies, options: IndexerOptions) {
    this.#api = api;
    this.#options = options;
  }

  /** Also resumes what another tab or an earlier visit left. */
  wake(): void {
    this.#isAsked = true;
    this.#running ??= this.#run()
      .catch(this.#api.report)
      .finally(() => {
        this.#running = null;
        if (this.#isAsked) this.wake();
      });
  }

  /** Resolves when no file waits. */
  async whenDone(): Promise<void> {
    while (this.#running !== null) await this.#running;
  }

  async #run(): Promise<void> {
    const { locks } = this.#options;
    const work = async () => {
      this.#isAsked = false;
      for (;;) {
        const next = await this.#api.stores.nextWaiting();
        if (!next) break;
        await this.#index(next);
      }
    };
    await (locks ? locks.request(LOCK, work) : work());
  }

  async #index(file: VectorStoreFile): Promise<void> {
    const { stores, files, report } = this.#api;
    try {
      const data = await files.data(file.fileId);
      if (!data) {
        await this.#fail(file, 'invalid_file', 'The file was deleted before it was read.');
        return;
      }
      const read = await this.#options.readFile(new File([data], file.name));
      if ('problem' in read) {
        await this.#fail(
          file,
          read.isUnsupported ? 'unsupported_file' : 'invalid_file',
          read.problem,
        );
        return;
      }
      const { text, sentences } = read;
      const base = { id: file.id, conversationId: file.storeId };
      const document: ChatDocument = { ...base, name: file.name, text, createdAt: file.at };
      await stores.complete(file, document, await this.#passages(document, sentences, file));
    } catch (error) {
      report(error);
      await this.#fail(file, 'server_error', 'The file could not be embedded. Add it again.');
    }
  }

  async #fail(file: VectorStoreFile, errorCode: string, errorMessage: string): Promise<void> {
    await this.#api.stores.endFile(file, { status: 'failed', errorCode, errorMessage });
  }

  async #passages(
    { id: documentId, conversationId, text }: ChatDocument,
    sentences: Uint32Array,
    file: VectorStoreFile,
  ): Promise<Passage[]> {
    const card = this.#card();
    const count = (texts: string[]) => this.#count(card, texts);
    const size = sizeOf(card, file);
    const spans = await packPassages(text, unpackSentences(sentences), size, count);
    const made: Passage[] = [];
    for (let i = 0; i < spans.length; i += BATCH) {
      const some = spans.slice(i, i + BATCH);
      const texts = some.map(({ start, end }) => text.slice(start, end));
      const vectors = await this.#embed(card, texts);
      for (const [j, span] of some.entries()) {
        const place = { id: `${documentId}:${span.start}`, conversationId, documentId, ...span };
        const by = { model: card.id, revision: card.revision ?? '' };
        made.push({
          ...{ ...place, text: texts[j] ?? '', ...by },
          vector: vectors[j] ?? new Float32Array(0),
        });
      }
    }
    return made;
  }

  /** The embedding model of this device that texts are compared by. */
  #card(): ModelCard {
    const all = [...this.#api.models()].filter(
      (card) => card.task === 'embeddings' && !card.alias && !traitsOf(card).isRemote,
    );
    const real = all.filter((card) => !traitsOf(card).isScripted);
    const card = all.find(({ id }) => id === EMBEDDER) ?? real[0] ?? all[0];
    if (!card) throw new Error('No embedding model is installed.');
    return card;
  }

  async #count(card: ModelCard, texts: string[]): Promise<number[]> {
    const slot = this.#api.engine.slot(card);
    const release = slot.expect();
    return slot.countTokens({ kind: 'embed', texts }).finally(release);
  }

  async #embed(card: ModelCard, texts: string[]): Promise<Float32Array[]> {
    const slot = this.#api.engine.slot(card);
    const release = slot.expect();
    const turn = slot.admit(new AbortController().signal);
    release();
    try {
      await turn.started;
      for await (const event of turn.run({ kind: 'embed', texts })) {
        if (event.type !== 'vectors') continue;
        const { data, size } = event;
        return texts.map((_, i) => data.slice(i * size, (i + 1) * size));
      }
      throw new Error('The runtime ended without vectors.');
    } finally {
      turn.leave();
    }
  }
}

function sizeOf({ contextTokens }: ModelCard, file: VectorStoreFile): PassageSize {
  const usual = passageSize(contextTokens);
  const { chunkTokens, overlapTokens } = file;
  if (chunkTokens === null) return usual;
  const tokens = Math.min(chunkTokens, contextTokens);
  const overlap = Math.min(overlapTokens ?? 0, tokens >> 1);
  return { tokens, overlap, characters: tokens * CHARACTERS };
}
