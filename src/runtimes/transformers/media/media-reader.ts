import type { ChatTurn } from '#engine/tasks.ts';
import type { AudioReader } from './audio-reader.ts';
import type { ImageReader, MediaParts } from './image-reader.ts';
import type { MediaTokens } from './media-tokens.ts';

/** Prompts after which the encoder output of an unused picture or sound is dropped. */
const KEPT_PROMPTS = 24;

interface Cached {
  ids: readonly number[];
  media: readonly number[];
  usedAt: number;
}

export interface Senses {
  image: ImageReader | null;
  audio: AudioReader | null;
}

/** Reads pictures and sounds into tokens, each only once: the next turn of a chat holds them again. */
export class MediaReader {
  readonly senses: Senses;
  readonly #tokens: MediaTokens;
  readonly #encode: (text: string) => number[];
  readonly #cache = new Map<string, Cached>();
  #prompts = 0;

  constructor(senses: Senses, tokens: MediaTokens, encode: (text: string) => number[]) {
    this.senses = senses;
    this.#tokens = tokens;
    this.#encode = encode;
  }

  get markers(): string[] {
    const { image, audio } = this.senses;
    return [image, audio].flatMap((sense) => (sense ? [sense.marker] : []));
  }

  /** Tokens of all media of a conversation, in the order their markers come in. @throws EngineError */
  async read(turns: readonly ChatTurn[]): Promise<(readonly number[])[]> {
    this.#prompts++;
    this.#forget();
    const { image, audio } = this.senses;
    const found: (readonly number[])[] = [];
    for (const [i, { images = [], audio: sounds = [] }] of turns.entries()) {
      const param = `messages[${i}]`;
      for (const picture of image ? images : []) {
        const bytes = await picture.arrayBuffer();
        found.push(await this.#once(bytes, async () => (await image?.read(picture, param)) ?? []));
      }
      for (const sound of audio ? sounds : []) {
        // Copies the view: its buffer may be larger.
        const { buffer } = sound.slice();
        found.push(await this.#once(buffer, async () => (await audio?.read(sound)) ?? []));
      }
    }
    return found;
  }

  async #once(bytes: ArrayBuffer, read: () => Promise<MediaParts>): Promise<readonly number[]> {
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)).join();
    const known = this.#cache.get(digest);
    if (known) {
      known.usedAt = this.#prompts;
      return known.ids;
    }
    const parts = (await read()).map((part) =>
      typeof part === 'string' ? this.#encode(part) : this.#tokens.add(part),
    );
    const ids = parts.flat();
    const media = ids.filter((id) => id < 0);
    this.#cache.set(digest, { ids, media, usedAt: this.#prompts });
    return ids;
  }

  #forget(): void {
    for (const [digest, { media, usedAt }] of this.#cache) {
      if (usedAt >= this.#prompts - KEPT_PROMPTS) continue;
      this.#tokens.drop(media);
      this.#cache.delete(digest);
    }
  }
}
