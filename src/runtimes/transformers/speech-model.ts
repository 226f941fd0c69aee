import {
  AutoProcessor,
  AutoTokenizer,
  type PreTrainedTokenizer,
  type Processor,
  WhisperForConditionalGeneration,
} from '@huggingface/transformers';
import type { ModelCard } from '#catalog/model-card.ts';
import { EngineError } from '#engine/engine-error.ts';
import { giveThreadAway } from '#engine/give-thread-away.ts';
import type { SpeechTask, TaskEvent } from '#engine/tasks.ts';
import { chooseToken, createRandom } from './sampler.ts';
import { float32, int64, type OrtSession, type OrtTensor, sessionOf } from './session.ts';
import { applyTimestampRules, readSegments, type SpeechTokens } from './timestamp-rules.ts';

const WINDOW_SECONDS = 30;

interface WhisperConfig {
  decoder_layers: number;
  decoder_attention_heads: number;
  d_model: number;
  max_target_positions: number;
}

/** A Whisper: one window of at most 30 s in, segments out. */
export class SpeechModel {
  readonly #tokenizer: PreTrainedTokenizer;
  readonly #processor: Processor;
  readonly #encoder: OrtSession;
  readonly #decoder: OrtSession;
  readonly #config: WhisperConfig;
  readonly #tokens: SpeechTokens;

  private constructor(tokenizer: PreTrainedTokenizer, processor: Processor, model: unknown) {
    this.#tokenizer = tokenizer;
    this.#processor = processor;
    this.#encoder = sessionOf(model, 'model');
    this.#decoder = sessionOf(model, 'decoder_model_merged');
    this.#config = (model as { config: WhisperConfig }).config;
    const noTimestamps = this.#id('<|notimestamps|>');
    this.#tokens = { end: this.#id('<|endoftext|>'), noTimestamps, firstTime: noTimestamps + 1 };
  }

  static async load(
    { id, device }: ModelCard,
    onFile: (event: unknown) => void,
  ): Promise<SpeechModel> {
    const [tokenizer, processor, model] = await Promise.all([
      AutoTokenizer.from_pretrained(id),
      AutoProcessor.from_pretrained(id),
      WhisperForConditionalGeneration.from_pretrained(id, {
        device,
        dtype: 'q8',
        progress_callback: onFile,
      }),
    ]);
    return new SpeechModel(tokenizer, processor, model);
  }

  #id(token: string): number {
    const id = this.#tokenizer.get_vocab().get(token);
    if (id === undefined) throw new Error(`The vocabulary has no ${token}.`);
    return id;
  }

  async warmUp(): Promise<void> {
    await this.#listen(new Float32Array(16_000));
  }

  async *run(task: SpeechTask, signal: AbortSignal): AsyncGenerator<TaskEvent> {
    yield { type: 'start', promptTokens: 0, cachedTokens: 0 };
    const heard = await this.#listen(task.samples);
    const seconds = Math.min(WINDOW_SECONDS, task.samples.length / 16_000);
    const written = await this.#write(heard, task, signal);
    const pieces = task.withTimes
      ? readSegments(written, this.#tokens)
      : [{ ids: written, start: 0, end: seconds }];
    for (const { ids, start, end } of pieces) {
      const text = this.#tokenizer.decode(ids, { skip_special_tokens: true });
      if (text.trim() === '') continue;
      // A time in the padding after the window is the model's slip: nothing is said there.
      const segment = { text, start: Math.min(start, seconds), end: Math.min(end, seconds) };
      yield { type: 'segment', segment, tokens: ids.length };
    }
    yield { type: 'end', reason: 'stop', completionTokens: written.length, reasoningTokens: 0 };
  }

  /** Encoder states of a window, padded to 30 s. */
  async #listen(samples: Float32Array): Promise<OrtTensor> {
    const { input_features } = (await this.#processor(samples)) as {
      input_features: { ort_tensor: unknown };
    };
    const out = await this.#encoder.run({ input_features: input_features.ort_tensor });
    return out['last_hidden_state'] as OrtTensor;
  }

  async #write(heard: OrtTensor, task: SpeechTask, signal: AbortSignal): Promise<number[]> {
    const start = ['<|startoftranscript|>', `<|${this.#language(task)}|>`];
    start.push(task.translate ? '<|translate|>' : '<|transcribe|>');
    if (!task.withTimes) start.push('<|notimestamps|>');
    const random = createRandom(0);
    const sampling = {
      temperature: task.temperature,
      topP: 1,
      topK: null,
      seed: null,
      presencePenalty: 0,
      frequencyPenalty: 0,
    };
    const written: number[] = [];
    let next = start.map((token) => this.#id(token));
    let cache = this.#emptyCache();
    const most = this.#config.max_target_positions - next.length;
    while (written.length < most) {
      await giveThreadAway();
      if (signal.aborted) throw new EngineError('aborted', 'The request was aborted.');
      const step = await this.#step(next, heard, cache);
      cache = step.cache;
      if (task.withTimes) applyTimestampRules(step.logits, written, this.#tokens);
      else step.logits.fill(-Infinity, this.#tokens.firstTime);
      const token = chooseToken(step.logits, sampling, random);
      if (token === this.#tokens.end) break;
      written.push(token);
      next = [token];
    }
    return written;
  }

  /** The language asked for where the model has it, else English. */
  #language({ language }: SpeechTask): string {
    const known = language !== null && this.#tokenizer.get_vocab().has(`<|${language}|>`);
    return known ? language : 'en';
  }

  async #step(ids: readonly number[], heard: OrtTensor, cache: Record<string, unknown>) {
    const first = cache[this.#cacheNames()[0] ?? ''] as { dims: readonly number[] };
    const feeds: Record<string, unknown> = {
      input_ids: int64(ids, [1, ids.length]),
      encoder_hidden_states: heard,
      use_cache_branch: first.dims[2] !== 0,
      ...cache,
    };
    const named = Object.fromEntries(this.#decoder.inputNames.map((name) => [name, feeds[name]]));
    const out = await this.#decoder.run(named);
    const { logits } = out as { logits: OrtTensor };
    const width = logits.dims[2] as number;
    const grown = { ...cache };
    for (const name of this.#cacheNames()) {
      grown[name] = out[name.replace('past_key_values', 'present')];
    }
    return { logits: (logits.data as Float32Array).slice(-width), cache: grown };
  }

  #cacheNames(): string[] {
    return this.#decoder.inputNames.filter((name) => name.startsWith('past_key_values'));
  }

  #emptyCache(): Record<string, unknown> {
    const { d_model, decoder_attention_heads: heads } = this.#config;
    const empty = () => float32(new Float32Array(0), [1, heads, 0, d_model / heads]);
    return Object.fromEntries(this.#cacheNames().map((name) => [name, empty()]));
  }
}
