import {
  AutoModelForCTC,
  AutoProcessor,
  AutoTokenizer,
  type PreTrainedTokenizer,
  type Processor,
} from '@huggingface/transformers';
import { SAMPLE_RATE } from '#base/audio.ts';
import type { ModelCard } from '#catalog/model-card.ts';
import { EngineError } from '#engine/engine-error.ts';
import type { ProbeResult } from '#engine/runtime.ts';
import type { SpeechTask, TaskEvent } from '#engine/tasks.ts';
import { loadOptions } from '#runtimes/transformers/ort/load-options.ts';
import {
  type OrtSession,
  type OrtTensor,
  sessionOf,
  toOrt,
} from '#runtimes/transformers/ort/session.ts';
import { checkNumbers, sweep } from '#runtimes/transformers/ort/sound-numbers.ts';
import { type FrameToken, joinTokens, tokensOf } from './ctc-tokens.ts';

interface Facts {
  config: {
    /** The token of a frame without a new token. */
    pad_token_id: number;
    encoder_config?: { subsampling_factor?: number };
  };
}

/** A recogniser that predicts a token or blank for each frame of a window: Parakeet. */
export class CtcModel {
  readonly #tokenizer: PreTrainedTokenizer;
  readonly #extract: NonNullable<Processor['feature_extractor']>;
  readonly #session: OrtSession;
  readonly #blank: number;
  /** Seconds per frame. */
  readonly #frame: number;
  /** Ids of tokens that a word begins with. */
  readonly #starts: ReadonlySet<number>;

  private constructor(tokenizer: PreTrainedTokenizer, processor: Processor, model: unknown) {
    const { config } = model as Facts;
    const extract = processor.feature_extractor;
    if (!extract) throw new Error('The model has no feature extractor for speech.');
    const { hop_length: hop = 160 } = extract.config as { hop_length?: number };
    this.#tokenizer = tokenizer;
    this.#extract = extract;
    this.#session = sessionOf(model, 'model');
    this.#blank = config.pad_token_id;
    this.#frame = (hop * (config.encoder_config?.subsampling_factor ?? 8)) / SAMPLE_RATE;
    const words = [...tokenizer.get_vocab()].filter(([token]) => /^[▁Ġ ]/.test(token));
    this.#starts = new Set(words.map(([, id]) => id));
  }

  static async load(card: ModelCard, onFile: (event: unknown) => void): Promise<CtcModel> {
    const { id } = card;
    const options = await loadOptions(card, onFile);
    const [tokenizer, processor, model] = await Promise.all([
      AutoTokenizer.from_pretrained(id),
      AutoProcessor.from_pretrained(id),
      AutoModelForCTC.from_pretrained(id, options),
    ]);
    return new CtcModel(tokenizer, processor, model);
  }

  async probe(): Promise<ProbeResult> {
    const logits = await this.#computeLogits(sweep());
    const numbers = (logits.data as Float32Array).slice();
    logits.dispose();
    checkNumbers(numbers);
    return { abilities: {}, numbers: [numbers] };
  }

  settle(): void {}

  async *run(task: SpeechTask, signal: AbortSignal): AsyncGenerator<TaskEvent> {
    yield { type: 'start', promptTokens: 0, cachedTokens: 0 };
    if (signal.aborted) throw new EngineError('aborted', 'The request was aborted.');
    const logits = await this.#computeLogits(task.samples);
    const decoded = this.#readFrames(logits);
    const transcribedSeconds = task.samples.length / SAMPLE_RATE;
    for (const tokens of joinTokens(decoded, this.#starts, this.#frame)) {
      const segment = this.#toSegment(tokens, transcribedSeconds);
      if (segment.text.trim() !== '') yield { type: 'segment', segment, tokens: tokens.length };
    }
    yield { type: 'window', language: null, leftOut: null, transcribedSeconds };
    yield { type: 'end', reason: 'stop', completionTokens: decoded.length, reasoningTokens: 0 };
  }

  #readFrames(logits: OrtTensor): FrameToken[] {
    try {
      return tokensOf(logits.data as Float32Array, logits.dims.at(-1) ?? 0, this.#blank);
    } finally {
      logits.dispose();
    }
  }

  #toSegment(tokens: readonly FrameToken[], seconds: number) {
    const ids = tokens.map(({ id }) => id);
    const text = this.#tokenizer.decode(ids, { skip_special_tokens: true });
    const start = (tokens[0]?.from ?? 0) * this.#frame;
    const end = Math.min(seconds, (tokens.at(-1)?.to ?? 0) * this.#frame);
    return { text: ` ${text.trim()}`, start: Math.min(start, end), end };
  }

  /** Logits of a window: [1, frames, tokens]. */
  async #computeLogits(samples: Float32Array): Promise<OrtTensor> {
    const given = (await this.#extract(samples)) as Record<string, unknown>;
    const feeds = this.#session.inputNames.map((name) => [name, toOrt(given[name])]);
    const { logits } = await this.#session.run(Object.fromEntries(feeds));
    if (!logits) throw new Error('The model gives no logits.');
    return logits;
  }
}
