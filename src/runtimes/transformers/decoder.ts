import { lengthOf, packRows, type Row, type ToTensor } from './kv-rows.ts';
import type { Cache } from './prefix-store.ts';
import { float32, int64, type OrtSession, type OrtTensor, sessionOf } from './session.ts';

export interface DecoderConfig {
  num_hidden_layers: number;
  num_attention_heads: number;
  num_key_value_heads?: number;
  hidden_size: number;
  /** Width of the logits: may be more than the tokenizer has tokens. */
  vocab_size: number;
  head_dim?: number;
  eos_token_id: number | number[];
}

/** Tokens to read after what a row already holds. */
export interface Reading {
  row: Row;
  /** As many in every reading of a step. */
  ids: readonly number[];
}

export interface Step {
  /** Logits after each token read, by reading: `logits[reading](token)`, of the vocabulary's size. */
  logits: (reading: number, token: number) => Float32Array;
  /** The rows with what was read. */
  rows: Row[];
}

export const toTensor: ToTensor = (data, dims) => float32(data, dims) as OrtTensor;

/** A decoder graph with a key-value cache: several conversations at once, each at its own length. */
export class Decoder {
  readonly #session: OrtSession;
  readonly config: DecoderConfig;
  /** Tokens that end an answer. */
  readonly ends: readonly number[];

  constructor(model: unknown) {
    const { config, generation_config } = model as {
      config: DecoderConfig;
      generation_config?: { eos_token_id?: number | number[] | null };
    };
    this.#session = sessionOf(model, 'model');
    this.config = config;
    // Chat models often end a turn with a mark that the plain configuration does not know.
    this.ends = [generation_config?.eos_token_id ?? config.eos_token_id].flat();
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
    const positions = rows.flatMap(({ tokens }) =>
      Array.from({ length: count }, (_, i) => tokens + i),
    );
    const feeds: Record<string, unknown> = {
      input_ids: int64(
        readings.flatMap((r) => r.ids),
        [rows.length, count],
      ),
      attention_mask: int64(mask, [rows.length, past + count]),
      position_ids: int64(positions, [rows.length, count]),
      // Newer graphs leave out the logits nobody asks for.
      num_logits_to_keep: int64([wanted ?? count], []),
      ...packed,
    };
    const named = Object.fromEntries(this.#session.inputNames.map((name) => [name, feeds[name]]));
    const out = await this.#session.run(named);
    const cache = Object.fromEntries(
      Object.entries(out)
        .filter(([name]) => name.startsWith('present'))
        .map(([name, tensor]) => [name.replace('present', 'past_key_values'), tensor] as const),
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

  #emptyCache(): Cache {
    const { hidden_size, num_attention_heads, num_key_value_heads, head_dim } = this.config;
    const heads = num_key_value_heads ?? num_attention_heads;
    const size = head_dim ?? hidden_size / num_attention_heads;
    const names = this.#session.inputNames.filter((name) => name.startsWith('past_key_values'));
    return Object.fromEntries(
      names.map((name) => [name, toTensor(new Float32Array(0), [1, heads, 0, size])]),
    );
  }
}
