import { type Cache, lengthOf, packRows, type Row, type ToTensor } from './kv-rows.ts';
import { MediaTokens } from './media/media-tokens.ts';
import { TokenEmbedder } from './media/token-embedder.ts';
import { float32, int64, type OrtSession, type OrtTensor, sessionOf } from './session.ts';

export interface DecoderConfig {
  model_type: string;
  num_hidden_layers: number;
  num_attention_heads: number;
  num_key_value_heads?: number;
  hidden_size: number;
  /** Width of the logits: may be more than the tokenizer has tokens. */
  vocab_size: number;
  head_dim?: number;
  /** States that each convolution of a hybrid keeps. */
  conv_L_cache?: number;
  eos_token_id: number | number[];
  /** The decoder's own numbers, in models that see or hear. */
  text_config?: Partial<DecoderConfig>;
}

/** Families whose tokens have a place in time, line and column. */
const BY_PLACE: readonly string[] = ['qwen2_vl', 'qwen2_5_vl'];

/** Tokens to read after what a row already holds. */
export interface Reading {
  row: Row;
  /** As many in every reading of a step. Those below zero stand for media. */
  ids: readonly number[];
  /** The tokens that the row holds: their places say where the next ones are. */
  before: readonly number[];
}

export interface Step {
  /** Logits after each token read, by reading: `logits[reading](token)`, of the vocabulary's size. */
  logits: (reading: number, token: number) => Float32Array;
  /** The rows with what was read. */
  rows: Row[];
}

export const toTensor: ToTensor = (data, dims) => float32(data, dims) as OrtTensor;

/** A decoder graph with a cache: several conversations at once, each at its own length. */
export class Decoder {
  readonly #session: OrtSession;
  readonly #media: MediaTokens;
  readonly #embedder: TokenEmbedder | null;
  readonly #byPlace: boolean;
  readonly config: DecoderConfig;
  /** Tokens that end an answer. */
  readonly ends: readonly number[];

  constructor(model: unknown, media = new MediaTokens()) {
    const { config, generation_config, sessions } = model as {
      config: DecoderConfig;
      generation_config?: { eos_token_id?: number | number[] | null };
      sessions: Record<string, unknown>;
    };
    const takesVectors = 'decoder_model_merged' in sessions;
    this.#session = sessionOf(model, takesVectors ? 'decoder_model_merged' : 'model');
    this.#media = media;
    this.#embedder = takesVectors
      ? new TokenEmbedder(sessionOf(model, 'embed_tokens'), media)
      : null;
    this.#byPlace = BY_PLACE.includes(config.model_type);
    this.config = { ...config, ...config.text_config };
    // Chat models often end a turn with a mark that the plain configuration does not know.
    this.ends = [generation_config?.eos_token_id ?? this.config.eos_token_id].flat();
  }

  /**
   * Reads tokens. All readings must bring equally many. `wanted`: after how many of the last ones
   * logits are asked for; all when absent.
   */
  async read(readings: readonly Reading[], wanted?: number): Promise<Step> {
    const rows = readings.map((r) => r.row);
    const packed = packRows(rows, toTensor);
    const past = lengthOf(packed);
    const count = readings[0]?.ids.length ?? 0;
    const mask = rows.flatMap(({ tokens }) =>
      Array.from({ length: past + count }, (_, at) => (at < past - tokens ? 0 : 1)),
    );
    const feeds: Record<string, unknown> = {
      ...(await this.#tokens(readings, count)),
      attention_mask: int64(mask, [rows.length, past + count]),
      position_ids: this.#positions(readings, count),
      // Newer graphs leave out the logits nobody asks for.
      num_logits_to_keep: int64([wanted ?? count], []),
      ...packed,
    };
    const named = Object.fromEntries(this.#session.inputNames.map((name) => [name, feeds[name]]));
    const out = await this.#session.run(named);
    const cache = Object.fromEntries(
      Object.entries(out)
        .filter(([name]) => name.startsWith('present'))
        .map(([name, tensor]) => [toPast(name), tensor] as const),
    );
    const { logits } = out as { logits: OrtTensor };
    const [, given = count, width = 0] = logits.dims;
    return {
      logits: (reading, token) => {
        const from = (reading * given + token - (count - given)) * width;
        return (logits.data as Float32Array).slice(from, from + width);
      },
      rows: rows.map(({ tokens }, index) => ({ cache, index, tokens: tokens + count })),
    };
  }

  /** A row that holds nothing yet. */
  emptyRow(): Row {
    return { cache: this.#emptyCache(), index: 0, tokens: 0 };
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

  #emptyCache(): Cache {
    const { hidden_size, num_attention_heads, num_key_value_heads, head_dim } = this.config;
    const heads = num_key_value_heads ?? num_attention_heads;
    const size = head_dim ?? hidden_size / num_attention_heads;
    const states = this.config.conv_L_cache ?? 0;
    const empty = (name: string): OrtTensor | null => {
      if (name.startsWith('past_key_values')) {
        return toTensor(new Float32Array(0), [1, heads, 0, size]);
      }
      if (!name.startsWith('past_conv')) return null;
      return toTensor(new Float32Array(hidden_size * states), [1, hidden_size, states]);
    };
    return Object.fromEntries(
      this.#session.inputNames.flatMap((name) => {
        const tensor = empty(name);
        return tensor ? [[name, tensor] as const] : [];
      }),
    );
  }
}

/** What a step gives, by the name it is taken under in the next one. */
function toPast(name: string): string {
  return name.startsWith('present.')
    ? name.replace('present', 'past_key_values')
    : name.replace('present', 'past');
}
