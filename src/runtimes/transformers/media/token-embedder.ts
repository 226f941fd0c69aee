import { int64, type OrtSession, type OrtTensor } from '#runtimes/transformers/ort/session.ts';
import type { MediaTokens } from './media-tokens.ts';

/** Embeds tokens: text by the model's embedding table, media by the encoder's output. */
export class TokenEmbedder {
  readonly #session: OrtSession;
  readonly #media: MediaTokens;

  constructor(session: OrtSession, media: MediaTokens) {
    this.#session = session;
    this.#media = media;
  }

  /** Vectors of rows of equally many tokens: [rows, tokens, size]. */
  async embed(ids: readonly number[], dims: [number, number]): Promise<OrtTensor> {
    const text = ids.map((id) => Math.max(0, id));
    const out = await this.#session.run({ input_ids: int64(text, dims) });
    const vectors = out['inputs_embeds'] as OrtTensor;
    const data = vectors.data as Float32Array;
    const size = data.length / ids.length;
    for (const [at, id] of ids.entries()) {
      if (id < 0) data.set(this.#media.vector(id), at * size);
    }
    return vectors;
  }
}
