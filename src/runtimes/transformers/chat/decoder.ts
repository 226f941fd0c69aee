import { findFamily } from '#catalog/onnx-families.ts';
import { KvCache, type Padding, type Row } from '#runtimes/transformers/cache/kv-cache.ts';
import { packRows } from '#runtimes/transformers/cache/kv-rows.ts';
import { MediaTokens } from '#runtimes/transformers/media/media-tokens.ts';
import { TokenEmbedder } from '#runtimes/transformers/media/token-embedder.ts';
import { openLoopSession } from '#runtimes/transformers/ort/heap-session.ts';
import type { OrtModule } from '#runtimes/transformers/ort/ort-module.ts';
import type { RunInterrupt } from '#runtimes/transformers/ort/run-interrupt.ts';
import {
  int64,
  type LoopSession,
  type OrtTensor,
  sessionOf,
} from '#runtimes/transformers/ort/session.ts';

export interface DecoderConfig {
  model_type: string;
  num_hidden_layers: number;
  num_attention_heads: number;
  num_key_value_heads?: number;
  hidden_size: number;
  /** Width of the logits: may be more than the tokenizer has tokens. */
  vocab_size: number;
  head_dim?: number;
  /** Length of each convolution's state in a hybrid model. */
  conv_L_cache?: number;
  eos_token_id: number | number[];
  /** The decoder's own numbers, in models with vision or audio. */
  text_config?: Partial<DecoderConfig>;
}

/** Tokens to read after the tokens of a row. */
export interface Reading {
  row: Row;
  /** The same number in every reading of a step. Negative ids are media. */
  ids: readonly number[];
  /** The tokens that the row holds: their places say where the next ones are. */
  before: readonly number[];
}

export interface Step {
  /** Logits after each requested token, with the size of the vocabulary; the caller may modify them. */
  logits: (reading: number, token: number) => Float32Array;
  /** The rows with the read tokens; the caller releases them. */
  rows: Row[];
}

interface RunOptions {
  packed: KvCache;
  /** Tokens of each reading. */
  count: number;
  wanted: number;
  isInterruptible: boolean;
}

/** A decoder graph with a cache: a batch of conversations of different lengths. */
export class Decoder {
  readonly #session: LoopSession;
  readonly #media: MediaTokens;
  readonly #embedder: TokenEmbedder | null;
  readonly #byPlace: boolean;
  /** The side on which the graph expects shorter rows to be padded. */
  padding: Padding = 'left';
  /** Whether new keys and values are written into the cache that is read, with no copy of it. */
  writesInPlace = false;
  readonly config: DecoderConfig;
  /** Tokens that end an answer. */
  readonly ends: readonly number[];

  /** `module`: where the graph's own memory is at hand. */
  constructor(model: unknown, module: OrtModule | null, media = new MediaTokens()) {
    const { config, generation_config, sessions } = model as {
      config: DecoderConfig;
      generation_config?: { eos_token_id?: number | number[] | null };
      sessions: Record<string, unknown>;
    };
    const takesVectors = 'decoder_model_merged' in sessions;
    const graph = sessionOf(model, takesVectors ? 'decoder_model_merged' : 'model');
    this.#session = openLoopSession(graph, module);
    this.#media = media;
    this.#embedder = takesVectors
      ? new TokenEmbedder(sessionOf(model, 'embed_tokens'), media)
      : null;
    const family = findFamily(config.model_type);
    this.#byPlace = family?.task === 'chat' && family.hasSpatialPositions === true;
    this.config = { ...config, ...config.text_config };
    // Chat models often end a turn with a mark that the plain configuration does not know.
    this.ends = [generation_config?.eos_token_id ?? this.config.eos_token_id].flat();
  }

  /** Whether conversations can be cut back to an earlier token. */
  get canTruncate(): boolean {
    return !this.#session.inputNames.some((name) => name.startsWith('past_conv'));
  }

  /** Whether `writesInPlace` may be tried: a graph of another kind gives an error, or other logits. */
  get canWriteInPlace(): boolean {
    return this.#session.writesInto && this.canTruncate;
  }

  /** Ends a step that may be interrupted from another thread; null where nothing can. */
  get interrupt(): RunInterrupt | null {
    return this.#session.interrupt;
  }

  /** Allocates a tensor of a cache. */
  readonly allocate = (dims: readonly number[]): OrtTensor => this.#session.allocate(dims);

  /**
   * Reads tokens. All readings must bring equally many, and their rows stay the caller's. `wanted`:
   * after how many of the last ones logits are requested; all when absent, and none are copied for 0.
   * @throws RunInterrupted where it may be, with the rows as they were.
   */
  async read(
    readings: readonly Reading[],
    wanted?: number,
    isInterruptible = false,
  ): Promise<Step> {
    const rows = readings.map((r) => r.row);
    const count = readings[0]?.ids.length ?? 0;
    const reserve = this.writesInPlace ? count : 0;
    const packed = packRows(rows, { padding: this.padding, reserve }, this.allocate);
    let isRetained = packed === rows[0]?.cache;
    try {
      const run = { packed, count, wanted: wanted ?? count, isInterruptible };
      const out = await this.#run(readings, run);
      const { logits, ...rest } = out as Record<string, OrtTensor> & { logits?: OrtTensor };
      const cache = this.writesInPlace ? packed : this.#toCache(rest);
      isRetained ||= this.writesInPlace;
      return {
        logits: logits ? readLogits(logits, count, wanted ?? count) : () => new Float32Array(0),
        rows: rows.map(({ tokens }, index) => cache.row(index, tokens + count)),
      };
    } finally {
      if (!isRetained) packed.dispose();
    }
  }

  #toCache(tensors: Record<string, OrtTensor>): KvCache {
    const named = Object.entries(tensors).map(([name, tensor]) => [toPast(name), tensor] as const);
    return new KvCache(Object.fromEntries(named), this.padding);
  }

  async #run(readings: readonly Reading[], { packed, count, wanted, isInterruptible }: RunOptions) {
    const past = Math.max(...readings.map((r) => r.row.tokens));
    const mask = readings.flatMap(({ row: { tokens } }) => {
      const from = this.padding === 'left' ? past - tokens : 0;
      const isOwn = (at: number) => at >= from && at < from + tokens + count;
      return Array.from({ length: past + count }, (_, at) => (isOwn(at) ? 1 : 0));
    });
    const feeds: Record<string, unknown> = {
      ...(await this.#tokens(readings, count)),
      attention_mask: int64(mask, [readings.length, past + count]),
      position_ids: this.#positions(readings, count),
      // Newer graphs omit logits that are not requested.
      num_logits_to_keep: int64([Math.max(1, wanted)], []),
      ...packed.tensors,
    };
    const named = Object.fromEntries(this.#session.inputNames.map((name) => [name, feeds[name]]));
    const given = this.#session.outputNames.filter(
      (name) => (name === 'logits' && wanted > 0) || name.startsWith('present'),
    );
    const { tensors } = packed;
    const into = Object.fromEntries(Object.keys(tensors).map((n) => [toPresent(n), tensors[n]]));
    const written = this.writesInPlace ? (into as typeof tensors) : {};
    return this.#session.run(named, given, written, isInterruptible);
  }

  /** A row that holds nothing yet. */
  emptyRow(): Row {
    return this.#emptyCache().row(0, 0);
  }

  async #tokens(readings: readonly Reading[], count: number): Promise<Record<string, unknown>> {
    const ids = readings.flatMap((r) => r.ids);
    const dims: [number, number] = [readings.length, count];
    return this.#embedder
      ? { inputs_embeds: await this.#embedder.embed(ids, dims) }
      : { input_ids: int64(ids, dims) };
  }

  /** [rows, tokens]; where tokens have three places each, [3, rows, tokens]. */
  #positions(readings: readonly Reading[], count: number): unknown {
    if (!this.#byPlace) {
      const all = readings.flatMap(({ row }) =>
        Array.from({ length: count }, (_, i) => row.tokens + i),
      );
      return int64(all, [readings.length, count]);
    }
    const places = readings.map(({ before, ids }) => this.#media.places([...before, ...ids]));
    const all = (['time', 'line', 'column'] as const).flatMap((axis) =>
      places.flatMap((place) => place[axis].slice(-count)),
    );
    return int64(all, [3, readings.length, count]);
  }

  #emptyCache(): KvCache {
    const { hidden_size, num_attention_heads, num_key_value_heads, head_dim } = this.config;
    const heads = num_key_value_heads ?? num_attention_heads;
    const size = head_dim ?? hidden_size / num_attention_heads;
    const states = this.config.conv_L_cache ?? 0;
    const empty = (name: string): OrtTensor | null => {
      if (name.startsWith('past_key_values')) {
        return this.#session.empty(name, [1, heads, 0, size]);
      }
      if (!name.startsWith('past_conv')) return null;
      const state = this.allocate([1, hidden_size, states]);
      (state.data as Float32Array).fill(0);
      return state;
    };
    const tensors = this.#session.inputNames.flatMap((name) => {
      const tensor = empty(name);
      return tensor ? [[name, tensor] as const] : [];
    });
    return new KvCache(Object.fromEntries(tensors), this.padding);
  }
}

/** Copies the logits of the last `wanted` tokens of each reading, and frees the rest. */
function readLogits(tensor: OrtTensor, count: number, wanted: number): Step['logits'] {
  const [readings = 0, given = count, width = 0] = tensor.dims;
  const data = tensor.data as Float32Array;
  // Some graphs always return the logits of all tokens, which may be many megabytes.
  const requested = Array.from({ length: readings }, (_, reading) => {
    const end = (reading + 1) * given * width;
    return data.slice(end - wanted * width, end);
  });
  tensor.dispose();
  return (reading, token) => {
    const from = (token - (count - wanted)) * width;
    return requested[reading]?.subarray(from, from + width) ?? new Float32Array(0);
  };
}

/** The caches that a step returns, by their input name in the next step. */
function toPast(name: string): string {
  return name.startsWith('present.')
    ? name.replace('present', 'past_key_values')
    : name.replace('present', 'past');
}

/** The inverse, for keys and values. */
function toPresent(name: string): string {
  return name.replace('past_key_values', 'present');
}
