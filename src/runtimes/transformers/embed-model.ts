import { AutoModel, AutoTokenizer, type PreTrainedTokenizer } from '@huggingface/transformers';
import type { EmbeddingFacts, ModelCard } from '#catalog/model-card.ts';
import { EngineError } from '#engine/engine-error.ts';
import { giveThreadAway } from '#engine/give-thread-away.ts';
import type { EmbedTask, TaskEvent } from '#engine/tasks.ts';
import { dtypeOf } from './library.ts';
import { int64, type OrtSession, type OrtTensor, sessionOf } from './session.ts';

/** Tokens of one run. Texts of one length run together, so nothing is padded. */
const BATCH_TOKENS = 2048;
/** Milliseconds after which messages, such as an abort, are let in. */
const MOST_MS = 20;
/** How far from 1 the cosine of a vector made alone and beside another may be. */
const SAME = 2e-6;

type Pooling = EmbeddingFacts['pooling'];

/** An encoder that makes one vector of a text. */
export class EmbedModel {
  readonly #tokenizer: PreTrainedTokenizer;
  readonly #session: OrtSession;
  readonly #pooling: Pooling;
  /** Whether a text's vector is the same whatever runs beside it; found out by trying. */
  #batches = true;
  /** Texts counted just now are embedded next: their ids are kept that long. */
  #counted: { texts: readonly string[]; ids: number[][] } | null = null;

  private constructor(tokenizer: PreTrainedTokenizer, model: unknown, pooling: Pooling) {
    this.#tokenizer = tokenizer;
    this.#pooling = pooling;
    this.#session = sessionOf(model, 'model');
  }

  static async load(card: ModelCard, onFile: (event: unknown) => void): Promise<EmbedModel> {
    const { id, device, embedding } = card;
    const [tokenizer, model] = await Promise.all([
      AutoTokenizer.from_pretrained(id),
      AutoModel.from_pretrained(id, {
        device,
        dtype: dtypeOf(card),
        progress_callback: onFile,
      }),
    ]);
    return new EmbedModel(tokenizer, model, embedding?.pooling ?? 'mean');
  }

  #encode(texts: readonly string[]): number[][] {
    return texts.map((text) => this.#tokenizer.encode(text));
  }

  countTokens({ texts }: EmbedTask): number[] {
    const ids = this.#encode(texts);
    this.#counted = { texts, ids };
    return ids.map((row) => row.length);
  }

  /**
   * Dynamically quantised models round a batch by its greatest number, so that a text's vector depends
   * on its neighbours: those run one text at a time.
   */
  async warmUp(): Promise<void> {
    const [quiet = [], loud = []] = this.#encode(['a', 'z']);
    const alone = normalised(await this.#forward([quiet]));
    if (quiet.length !== loud.length) return;
    const both = await this.#forward([quiet, loud]);
    const beside = normalised(both.subarray(0, alone.length));
    const cosine = alone.reduce((sum, x, i) => sum + x * (beside[i] as number), 0);
    this.#batches = cosine > 1 - SAME;
  }

  async *run({ texts }: EmbedTask, signal: AbortSignal): AsyncGenerator<TaskEvent> {
    const same = this.#counted?.texts.length === texts.length;
    const known = same && this.#counted?.texts.every((text, i) => text === texts[i]);
    const ids = known && this.#counted ? this.#counted.ids : this.#encode(texts);
    this.#counted = null;
    const promptTokens = ids.reduce((sum, row) => sum + row.length, 0);
    yield { type: 'start', promptTokens, cachedTokens: 0 };
    let data = new Float32Array(0);
    let size = 0;
    let last = performance.now();
    for (const rows of batchesOfOneLength(ids, this.#batches ? BATCH_TOKENS : 0)) {
      if (performance.now() - last > MOST_MS) {
        await giveThreadAway();
        last = performance.now();
      }
      if (signal.aborted) throw new EngineError('aborted', 'The request was aborted.');
      const vectors = await this.#forward(rows.map((row) => ids[row] as number[]));
      size = vectors.length / rows.length;
      if (data.length === 0) data = new Float32Array(texts.length * size);
      for (const [i, row] of rows.entries()) {
        data.set(normalised(vectors.subarray(i * size, (i + 1) * size)), row * size);
      }
    }
    yield { type: 'vectors', data, size, texts: texts.length };
    yield { type: 'end', reason: 'stop', completionTokens: 0, reasoningTokens: 0 };
  }

  /** Vectors of rows of one length, end to end, not normalised. */
  async #forward(rows: readonly number[][]): Promise<Float32Array> {
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
    if (pooled) return pooled.data as Float32Array;
    const hidden = out['last_hidden_state'] as OrtTensor;
    return this.#pooling === 'mean' ? meanOverTokens(hidden) : oneToken(hidden, this.#pooling);
  }
}

/** Row numbers, texts of equal length together, at most `tokens` tokens a batch but at least one text. */
function batchesOfOneLength(ids: readonly number[][], tokens: number): number[][] {
  const byLength = new Map<number, number[]>();
  for (const [row, { length }] of ids.entries()) {
    const rows = byLength.get(length);
    if (rows) rows.push(row);
    else byLength.set(length, [row]);
  }
  return [...byLength].flatMap(([length, rows]) => {
    const most = Math.max(1, Math.floor(tokens / length));
    const parts: number[][] = [];
    for (let at = 0; at < rows.length; at += most) parts.push(rows.slice(at, at + most));
    return parts;
  });
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

function normalised(vector: Float32Array): Float32Array {
  let sum = 0;
  for (const value of vector) sum += value * value;
  const length = Math.sqrt(sum) || 1;
  return vector.map((value) => value / length);
}
