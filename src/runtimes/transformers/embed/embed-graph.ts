import { AutoModel, PreTrainedModel } from '@huggingface/transformers';
import type { EmbeddingFacts, ModelCard } from '#catalog/model-card.ts';
import { loadOptions } from '#runtimes/transformers/ort/load-options.ts';
import {
  int64,
  type OrtSession,
  type OrtTensor,
  sessionOf,
} from '#runtimes/transformers/ort/session.ts';

/** The properties of a card that describe how its graph computes vectors. */
export type EmbedCard = Pick<
  ModelCard,
  'id' | 'device' | 'source' | 'address' | 'embedding' | 'isPacked'
>;

/** The graph of an encoder: tokens in, one vector a text out. */
export class EmbedGraph {
  readonly #session: OrtSession;
  readonly #pooling: EmbeddingFacts['pooling'];

  private constructor(model: unknown, pooling: EmbeddingFacts['pooling']) {
    this.#pooling = pooling;
    this.#session = sessionOf(model, 'model');
  }

  static async load(card: EmbedCard, onFile: (event: unknown) => void): Promise<EmbedGraph> {
    const options = await loadOptions(card, onFile);
    // The library would warn of a kind of model that it does not know, for the sake of its progress bar.
    const custom = { ...options, progress_callback: null, config: { model_type: 'custom' } };
    const model = card.isPacked
      ? await PreTrainedModel.from_pretrained(card.id, custom as never)
      : await AutoModel.from_pretrained(card.id, options);
    return new EmbedGraph(model, card.embedding?.pooling ?? 'mean');
  }

  /** Vectors of rows of one length, of length one each, end to end: [rows × size]. */
  async vectors(rows: readonly (readonly number[])[]): Promise<Float32Array> {
    const all = await this.#forward(rows);
    const size = all.length / rows.length;
    for (let at = 0; at < all.length; at += size) normalise(all.subarray(at, at + size));
    return all;
  }

  /** Vectors of rows of one length, end to end, not normalised. */
  async #forward(rows: readonly (readonly number[])[]): Promise<Float32Array> {
    const n = rows[0]?.length ?? 0;
    const dims = [rows.length, n];
    const feeds: Record<string, unknown> = {
      input_ids: int64(rows.flat(), dims),
      attention_mask: int64(new Array(rows.length * n).fill(1), dims),
      token_type_ids: int64(new Array(rows.length * n).fill(0), dims),
      position_ids: int64(
        rows.flatMap((row) => row.map((_, i) => i)),
        dims,
      ),
    };
    const named = Object.fromEntries(this.#session.inputNames.map((name) => [name, feeds[name]]));
    const out = await this.#session.run(named);
    const pooled = out['sentence_embedding'];
    if (pooled) return (pooled.data as Float32Array).slice();
    const hidden = out['last_hidden_state'] as OrtTensor;
    return this.#pooling === 'mean' ? meanOverTokens(hidden) : oneToken(hidden, this.#pooling);
  }
}

function meanOverTokens({ data, dims }: OrtTensor): Float32Array {
  const [rows = 0, tokens = 0, size = 0] = dims;
  const values = data as Float32Array;
  const out = new Float32Array(rows * size);
  for (let row = 0; row < rows; row++) {
    for (let t = 0; t < tokens; t++) {
      const at = (row * tokens + t) * size;
      for (let i = 0; i < size; i++) {
        out[row * size + i] = (out[row * size + i] as number) + (values[at + i] as number) / tokens;
      }
    }
  }
  return out;
}

/** The first or the last token's numbers: nothing is padded, so the last is the text's own. */
function oneToken({ data, dims }: OrtTensor, which: 'cls' | 'last'): Float32Array {
  const [rows = 0, tokens = 0, size = 0] = dims;
  const out = new Float32Array(rows * size);
  for (let row = 0; row < rows; row++) {
    const at = (row * tokens + (which === 'cls' ? 0 : tokens - 1)) * size;
    out.set((data as Float32Array).subarray(at, at + size), row * size);
  }
  return out;
}

function normalise(vector: Float32Array): void {
  let sum = 0;
  for (const value of vector) sum += value * value;
  const length = Math.sqrt(sum) || 1;
  for (let i = 0; i < vector.length; i++) vector[i] = (vector[i] as number) / length;
}
