import {
  AutoModelForCausalLM,
  AutoTokenizer,
  type PreTrainedTokenizer,
} from '@huggingface/transformers';
import type { ModelCard } from '#catalog/model-card.ts';
import { EngineError } from '#engine/engine-error.ts';
import { giveThreadAway } from '#engine/give-thread-away.ts';
import { type RawToken, shapeTokens } from '#engine/shape-tokens.ts';
import type { ChatTask, ChatTurn, TaskEvent } from '#engine/tasks.ts';
import { type Cache, PrefixStore, type Reused } from './prefix-store.ts';
import { applyPenalties, chooseToken, createRandom, describeLogprobs } from './sampler.ts';
import { float32, int64, type OrtSession, type OrtTensor, sessionOf } from './session.ts';
import { tokenBytes } from './token-bytes.ts';

/** Tokens of a prompt read at once: an abort waits for no more than this. */
const PREFILL_CHUNK = 128;

interface DecoderConfig {
  num_hidden_layers: number;
  num_attention_heads: number;
  num_key_value_heads?: number;
  hidden_size: number;
  head_dim?: number;
  eos_token_id: number | number[];
}

/** Bytes of conversations whose keys and values are kept. */
const KEPT_BYTES = 256e6;

/** A decoder with a key-value cache, driven token by token. */
export class ChatModel {
  readonly #tokenizer: PreTrainedTokenizer;
  readonly #session: OrtSession;
  readonly #config: DecoderConfig;
  readonly #ends: ReadonlySet<number>;
  readonly #bytes: Uint8Array[];
  readonly #kept: PrefixStore;

  private constructor(tokenizer: PreTrainedTokenizer, model: unknown, keptBytes: number) {
    this.#kept = new PrefixStore(keptBytes, (data, dims) => float32(data, dims) as OrtTensor);
    this.#tokenizer = tokenizer;
    this.#session = sessionOf(model, 'model');
    this.#config = (model as { config: DecoderConfig }).config;
    this.#ends = new Set([this.#config.eos_token_id].flat());
    const vocabulary = tokenizer.get_vocab();
    this.#bytes = [];
    for (const [token, id] of vocabulary) this.#bytes[id] = tokenBytes(token);
  }

  static async load(
    { id, device }: ModelCard,
    onFile: (event: unknown) => void,
    keptBytes = KEPT_BYTES,
  ): Promise<ChatModel> {
    const [tokenizer, model] = await Promise.all([
      AutoTokenizer.from_pretrained(id),
      AutoModelForCausalLM.from_pretrained(id, {
        device,
        dtype: 'q8',
        progress_callback: onFile,
      }),
    ]);
    return new ChatModel(tokenizer, model, keptBytes);
  }

  /**
   * Token ids of a conversation in the model's own template, ready for the answer. A conversation
   * that ends with words of the assistant is ready for their continuation.
   */
  #encode(turns: readonly ChatTurn[]): number[] {
    const messages = turns.map(({ role, text }) => ({ role, content: text }));
    const begun = turns.at(-1)?.role === 'assistant' ? (turns.at(-1)?.text ?? '') : '';
    const prompt = this.#tokenizer.apply_chat_template(messages, {
      tokenize: false,
      add_generation_prompt: begun === '',
    }) as string;
    // Templates close every message: what comes after the begun answer is cut off again.
    const end = begun === '' ? -1 : prompt.lastIndexOf(begun);
    const open = end < 0 ? prompt : prompt.slice(0, end + begun.length);
    return this.#tokenizer.encode(open, { add_special_tokens: false });
  }

  countTokens(task: ChatTask): number {
    return this.#encode(task.turns).length;
  }

  /** One short run: the first real one would otherwise pay for all first-time costs. */
  async warmUp(): Promise<void> {
    await this.#forward(new Array(PREFILL_CHUNK).fill(0), 0, this.#emptyCache());
  }

  async *run(task: ChatTask, signal: AbortSignal): AsyncGenerator<TaskEvent> {
    const prompt = this.#encode(task.turns);
    const reused = this.#kept.find(prompt);
    yield { type: 'start', promptTokens: prompt.length, cachedTokens: reused?.tokens ?? 0 };
    const maxTokens = Math.min(task.maxTokens, task.contextTokens - prompt.length);
    const shape = { stop: task.stop, maxTokens };
    yield* shapeTokens(this.#generate(prompt, reused, task, signal), shape);
  }

  async *#generate(
    prompt: readonly number[],
    reused: Reused | null,
    { sampling, topLogprobs }: ChatTask,
    signal: AbortSignal,
  ): AsyncGenerator<RawToken> {
    const random = createRandom(sampling.seed);
    const written = new Map<number, number>();
    const ids = prompt.slice(0, reused?.tokens ?? 0);
    let cache = reused?.cache ?? this.#emptyCache();
    let next: readonly number[] = prompt.slice(ids.length);
    try {
      for (;;) {
        let logits: Float32Array = new Float32Array(0);
        for (let at = 0; at < next.length; at += PREFILL_CHUNK) {
          await giveThreadAway();
          if (signal.aborted) throw new EngineError('aborted', 'The request was aborted.');
          const chunk = next.slice(at, at + PREFILL_CHUNK);
          const step = await this.#forward(chunk, ids.length, cache);
          ids.push(...chunk);
          cache = step.cache;
          logits = step.logits;
        }
        applyPenalties(logits, written, sampling);
        const token = chooseToken(logits, sampling, random);
        if (this.#ends.has(token)) return;
        written.set(token, (written.get(token) ?? 0) + 1);
        const bytes = this.#bytesOf(token);
        if (topLogprobs === null) {
          yield { bytes };
        } else {
          const of = (t: number) => this.#bytesOf(t);
          yield { bytes, logprob: describeLogprobs(logits, token, topLogprobs, of) };
        }
        next = [token];
      }
    } finally {
      // However it ended: what was read is true, and the next turn begins with it.
      this.#kept.keep(ids, cache);
    }
  }

  #bytesOf(token: number): Uint8Array {
    return this.#bytes[token] ?? new Uint8Array(0);
  }

  /** Logits after the last of `ids`, and the cache that includes them. */
  async #forward(ids: readonly number[], past: number, cache: Cache) {
    const n = ids.length;
    const feeds: Record<string, unknown> = {
      input_ids: int64(ids, [1, n]),
      attention_mask: int64(new Array(past + n).fill(1), [1, past + n]),
      position_ids: int64(
        Array.from({ length: n }, (_, i) => past + i),
        [1, n],
      ),
      ...cache,
    };
    const named = Object.fromEntries(this.#session.inputNames.map((name) => [name, feeds[name]]));
    const out = await this.#session.run(named);
    const { logits } = out as { logits: OrtTensor };
    const width = logits.dims[2] as number;
    const last = (logits.data as Float32Array).slice(-width);
    const grown = Object.entries(out)
      .filter(([name]) => name.startsWith('present'))
      .map(([name, tensor]) => [name.replace('present', 'past_key_values'), tensor] as const);
    return { logits: last, cache: Object.fromEntries(grown) };
  }

  #emptyCache(): Cache {
    const { hidden_size, num_attention_heads, num_key_value_heads, head_dim } = this.#config;
    const heads = num_key_value_heads ?? num_attention_heads;
    const size = head_dim ?? hidden_size / num_attention_heads;
    const names = this.#session.inputNames.filter((name) => name.startsWith('past_key_values'));
    const empty = () => float32(new Float32Array(0), [1, heads, 0, size]) as OrtTensor;
    return Object.fromEntries(names.map((name) => [name, empty()]));
  }
}
