import type { ApiDependencies, IndexControl, PictureReader } from '#api/call/call.ts';
import { pause } from '#api/call/device-use.ts';
import { embedderOf } from '#catalog/embedder-of.ts';
import type { ModelCard } from '#catalog/model-card.ts';
import { ApiError } from '#contract/api-error.ts';
import { type PassageSize, packPassages, passageSize } from '#documents/pack-passages.ts';
import { unpackSentences } from '#documents/sentences.ts';
import { EngineError, type EngineErrorCode } from '#engine/engine-error.ts';
import type { VectorStoreFile } from '#storage/api-file-records.ts';
import type { ChatDocument, Passage } from '#storage/chat-records.ts';
import { SESSION_KEY } from '#storage/key-ring.ts';
import type { StoredKey } from '#storage/service-records.ts';
import { onSlot, ownModels, readPicture } from './own-models.ts';

/** One tab of the origin reads files, however many services there are in it. */
const LOCK = 'alcove-vector-stores';
const EMBEDDER = 'alcove-embed';
/** Passages embedded in one turn: other requests come in between. */
const BATCH = 64;
/** Characters of a token, at most. */
const CHARACTERS = 6;
/** Milliseconds until work is tried again that could not be done. */
const RETRY_MS = 5_000;
/** Times that a file is tried whose model failed. */
const MAX_TRIES = 3;
const PASSING: readonly EngineErrorCode[] = [
  'slot-crashed',
  'runtime-failed',
  'load-failed',
  'aborted',
];
/** Milliseconds without a request after which the device counts as idle: programs ask in series. */
const QUIET_MS = 500;
/** Milliseconds that a turn waits for that: somebody waits for the file as well. */
const MAX_WAIT_MS = 10_000;

interface IndexerOptions {
  /** Null where the browser has no locks. */
  locks: Pick<LockManager, 'request'> | null;
  retryMs?: number;
}

/** A file that is being read. */
interface Reading {
  file: VectorStoreFile;
  /** Whose limits hold; null for the app's own pages. */
  key: StoredKey | null;
  card: ModelCard;
  tokens: number;
}

/** A file that was deleted, cancelled or added again while it was read. */
class NotWantedError extends Error {
  override readonly name = 'NotWantedError';
}

/** Reads the files of vector stores one after another, in the order in which they were added, and embeds their texts. */
export class StoreIndexer implements IndexControl {
  readonly #api: ApiDependencies;
  readonly #options: IndexerOptions;
  /** Failures of the model at a file, by its id. */
  readonly #faults = new Map<string, number>();
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
      .catch((error) => {
        this.#api.report(error);
        this.#isAsked = true;
        return this.#pause();
      })
      .finally(() => {
        this.#running = null;
        if (this.#isAsked) this.wake();
      });
  }

  /** Resolves when no file waits. */
  async whenDone(): Promise<void> {
    while (this.#running !== null) await this.#running;
  }

  #pause(): Promise<void> {
    return pause(this.#options.retryMs ?? RETRY_MS, new AbortController().signal);
  }

  async #run(): Promise<void> {
    const { stores, files } = this.#api;
    await stores.sweep();
    await files.sweep();
    const work = async () => {
      this.#isAsked = false;
      for (let next = await stores.nextWaiting(); next; next = await stores.nextWaiting()) {
        await this.#index(next);
      }
    };
    const { locks } = this.#options;
    await (locks ? locks.request(LOCK, work) : work());
  }

  async #index(file: VectorStoreFile): Promise<void> {
    const { stores, keys } = this.#api;
    const owner = await stores.owner(file.storeId);
    if (owner === null) return stores.deleteFiles(file.storeId);
    const key = (await keys.list()).find(({ id }) => id === owner) ?? null;
    if (!key && owner !== SESSION_KEY) {
      return this.#fail(file, 'server_error', 'The key that added the file was revoked.');
    }
    try {
      await this.#read(file, key);
      this.#faults.delete(file.id);
    } catch (error) {
      await this.#noteFailure(file, error);
    }
  }

  /** A file stays waiting where another try may help. */
  async #noteFailure(file: VectorStoreFile, error: unknown): Promise<void> {
    if (error instanceof NotWantedError) return;
    const code = error instanceof EngineError ? error.code : null;
    // Others are served first.
    if (code === 'queue-full') return this.#pause();
    if (error instanceof ApiError && error.status === 429) {
      const sentence = 'A limit of the key is used up: add the file again when it may embed more.';
      return this.#fail(file, 'server_error', sentence);
    }
    this.#api.report(error);
    const faults = (this.#faults.get(file.id) ?? 0) + 1;
    this.#faults.set(file.id, faults);
    if (code !== null && PASSING.includes(code) && faults < MAX_TRIES) return this.#pause();
    this.#faults.delete(file.id);
    await this.#fail(file, 'server_error', 'The file could not be embedded. Add it again.');
  }

  async #read(file: VectorStoreFile, key: StoredKey | null): Promise<void> {
    const { stores, files } = this.#api;
    const data = await files.data(file.fileId);
    if (!data) {
      return this.#fail(file, 'invalid_file', 'The file was deleted before it was read.');
    }
    const read = await this.#api.readFile(new File([data], file.name), this.#pictureReader(file));
    if ('problem' in read) {
      const code = read.isUnsupported ? 'unsupported_file' : 'invalid_file';
      return this.#fail(file, code, read.problem);
    }
    const { text, sentences } = read;
    const base = { id: file.id, conversationId: file.storeId };
    const document: ChatDocument = { ...base, name: file.name, text, createdAt: file.at };
    const reading: Reading = { file, key, card: this.#card(file, text), tokens: 0 };
    try {
      const made = await this.#passages(document, sentences, reading);
      await stores.complete(file, document, made);
    } finally {
      this.#noteTokens(reading);
    }
  }

  /** Reads the pictures in a file while nothing else asks for the device; null where no model can. */
  #pictureReader(file: VectorStoreFile): PictureReader | null {
    const card = ownModels(this.#api, 'ocr')[0];
    if (!card) return null;
    return async (picture) => {
      await this.#waitForTurn(file);
      return readPicture(this.#api, card, picture);
    };
  }

  async #fail(file: VectorStoreFile, errorCode: string, errorMessage: string): Promise<void> {
    await this.#api.stores.endFile(file, { status: 'failed', errorCode, errorMessage });
  }

  async #passages(
    { id: documentId, conversationId, text }: ChatDocument,
    sentences: Uint32Array,
    reading: Reading,
  ): Promise<Passage[]> {
    const { card, file } = reading;
    const count = (texts: string[]) =>
      onSlot(this.#api, card, (slot) => slot.countTokens({ kind: 'embed', texts }));
    const size = sizeOf(card, file);
    const spans = await packPassages(text, unpackSentences(sentences), size, count);
    const made: Passage[] = [];
    for (let i = 0; i < spans.length; i += BATCH) {
      const some = spans.slice(i, i + BATCH);
      const texts = some.map(({ start, end }) => text.slice(start, end));
      const vectors = await this.#embed(reading, texts);
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

  /** The embedding model of this device that a text is compared by: after a failure, as without a network, the one that is there. */
  #card(file: VectorStoreFile, text: string): ModelCard {
    const all = ownModels(this.#api, 'embeddings');
    const chosen = this.#faults.has(file.id) ? EMBEDDER : embedderOf(text, EMBEDDER, all);
    const card = all.find(({ id }) => id === chosen) ?? all[0];
    if (!card) throw new Error('No embedding model is installed.');
    return card;
  }

  /** @throws NotWantedError */
  async #waitForTurn(file: VectorStoreFile): Promise<void> {
    const { stores, use } = this.#api;
    await use.whenIdle(QUIET_MS, AbortSignal.timeout(MAX_WAIT_MS));
    if (!(await stores.isWaiting(file))) throw new NotWantedError();
  }

  /** @throws NotWantedError, and ApiError 429 where the key may not embed more */
  async #embed(reading: Reading, texts: string[]): Promise<Float32Array[]> {
    const { limits } = this.#api;
    await this.#waitForTurn(reading.file);
    const { key, card } = reading;
    if (key) await limits.requireTokens(key);
    return onSlot(this.#api, card, async (slot) => {
      const turn = slot.admit(new AbortController().signal);
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
        reading.tokens += turn.counts.prompt;
        if (key) await limits.settle(key, 0, turn.counts.prompt);
      }
    });
  }

  /** The tokens of a file in the ledger: its limits survive a reload. */
  #noteTokens({ key, card, tokens }: Reading): void {
    if (tokens === 0) return;
    const { ledger, now, uuid, report } = this.#api;
    const none = { completionTokens: 0, queueSeconds: 0, firstTokenSeconds: 0, totalSeconds: 0 };
    const row = {
      ...none,
      at: now(),
      requestId: uuid(),
      keyId: key?.id ?? SESSION_KEY,
      model: card.id,
      endpoint: 'add-vector-store-file',
      status: 200,
      errorCode: null,
      promptTokens: tokens,
      // No request: only its tokens count.
      admitted: false,
    };
    ledger.add(row).catch(report);
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
