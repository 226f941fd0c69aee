import {
  AutoProcessor,
  AutoTokenizer,
  type PreTrainedTokenizer,
  type Processor,
  WhisperForConditionalGeneration,
} from '@huggingface/transformers';
import type { ModelCard } from '#catalog/model-card.ts';
import { EngineError } from '#engine/engine-error.ts';
import type { LeftOut, SpeechSegment, SpeechTask, TaskEvent } from '#engine/tasks.ts';
import { dtypeOf } from './library.ts';
import { createLogMel, type LogMel } from './log-mel.ts';
import { float32, type OrtSession, type OrtTensor, sessionOf } from './session.ts';
import { SpeechDecoder, type WhisperConfig } from './speech-decoder.ts';
import { readSegments, type SpeechTokens } from './timestamp-rules.ts';
import { judgeWindow } from './window-guards.ts';

const WINDOW_SECONDS = 30;
/** Frames of a window: one every 10 ms. */
const FRAMES = 3_000;
/** Seconds below which a window is not cut in two. */
const SHORTEST_HALVED = 6;
/** Tokens an answer may start with: one that is as long as the rest allows has no end of its own. */
const MOST_START = 4;
/** Temperatures tried in turn for a window whose words cannot be right. */
const SECOND_TRIES = [0.3, 0.6, 0.9];

/** What was heard in one window. */
interface Heard {
  pieces: { segment: SpeechSegment; tokens: number }[];
  tokens: number;
  leftOut: LeftOut | null;
}

/** A Whisper: windows of at most 30 s in, segments out. */
export class SpeechModel {
  readonly #tokenizer: PreTrainedTokenizer;
  readonly #logMel: LogMel;
  readonly #encoder: OrtSession;
  readonly #decoder: SpeechDecoder;
  readonly #tokens: SpeechTokens;
  readonly #languages: ReadonlyMap<string, number>;

  private constructor(tokenizer: PreTrainedTokenizer, processor: Processor, model: unknown) {
    this.#tokenizer = tokenizer;
    this.#logMel = createLogMel(filtersOf(processor));
    this.#encoder = sessionOf(model, 'model');
    const { config, generation_config: generation } = model as {
      config: WhisperConfig;
      generation_config?: { lang_to_id?: Record<string, number> };
    };
    const noTimestamps = this.#id('<|notimestamps|>');
    this.#tokens = { end: this.#id('<|endoftext|>'), noTimestamps, firstTime: noTimestamps + 1 };
    this.#decoder = new SpeechDecoder(
      sessionOf(model, 'decoder_model_merged'),
      config,
      this.#tokens,
    );
    this.#languages = new Map(
      Object.entries(generation?.lang_to_id ?? {}).map(([name, id]) => [name.slice(2, -2), id]),
    );
  }

  static async load(card: ModelCard, onFile: (event: unknown) => void): Promise<SpeechModel> {
    const { id, device } = card;
    const [tokenizer, processor, model] = await Promise.all([
      AutoTokenizer.from_pretrained(id),
      AutoProcessor.from_pretrained(id),
      WhisperForConditionalGeneration.from_pretrained(id, {
        device,
        dtype: dtypeOf(card),
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
    const heard: OrtTensor[] = [];
    for (const samples of task.windows) {
      if (signal.aborted) throw new EngineError('aborted', 'The request was aborted.');
      heard.push(await this.#listen(samples));
    }
    const language = heard[0] ? await this.#language(task, heard[0]) : null;
    const written = await this.#write(stack(heard), task, language, task.temperature, 0, signal);
    let completionTokens = 0;
    for (const [window, samples] of task.windows.entries()) {
      const seconds = Math.min(WINDOW_SECONDS, samples.length / 16_000);
      const sound = heard[window] as OrtTensor;
      const first = this.#read(written[window] ?? [], seconds, task.withTimes);
      const { pieces, tokens, leftOut } = first.leftOut
        ? ((await this.#tryAgain(samples, sound, task, language, signal)) ?? first)
        : first;
      completionTokens += tokens;
      for (const piece of leftOut ? [] : pieces) yield { type: 'segment', window, ...piece };
      yield { type: 'window', window, language, leftOut };
    }
    for (const sound of heard) sound.dispose();
    yield { type: 'end', reason: 'stop', completionTokens, reasoningTokens: 0 };
  }

  /** A shorter piece, or a little chance, gets a decoder out of a loop. */
  async #tryAgain(
    samples: Float32Array,
    heard: OrtTensor,
    task: SpeechTask,
    language: string | null,
    signal: AbortSignal,
  ): Promise<Heard | null> {
    const halves = await this.#hearHalves(samples, task, language, signal);
    if (halves) return halves;
    const seconds = samples.length / 16_000;
    for (const [i, temperature] of SECOND_TRIES.entries()) {
      const [written = []] = await this.#write(heard, task, language, temperature, i + 1, signal);
      const read = this.#read(written, seconds, task.withTimes);
      if (!read.leftOut) return read;
    }
    return null;
  }

  /** Both halves of a window, cut where it is quietest; null when one of them fails as well. */
  async #hearHalves(
    samples: Float32Array,
    task: SpeechTask,
    language: string | null,
    signal: AbortSignal,
  ): Promise<Heard | null> {
    if (samples.length < SHORTEST_HALVED * 16_000) return null;
    const cut = quietestMiddle(samples);
    const whole: Heard = { pieces: [], tokens: 0, leftOut: null };
    for (const [half, offset] of [
      [samples.subarray(0, cut), 0],
      [samples.subarray(cut), cut / 16_000],
    ] as const) {
      const heard = await this.#listen(half);
      const [written = []] = await this.#write(heard, task, language, 0, 0, signal);
      const first = this.#read(written, half.length / 16_000, task.withTimes);
      const read = first.leftOut ? await this.#hearHalves(half, task, language, signal) : first;
      if (!read) return null;
      whole.tokens += read.tokens;
      for (const { segment, tokens } of read.pieces) {
        const { text, start, end } = segment;
        whole.pieces.push({ segment: { text, start: start + offset, end: end + offset }, tokens });
      }
    }
    return whole;
  }

  #read(written: number[], seconds: number, withTimes: boolean): Heard {
    const found = withTimes
      ? readSegments(written, this.#tokens)
      : [{ ids: written, start: 0, end: seconds }];
    const pieces = found.flatMap(({ ids, start, end }) => {
      const text = this.#tokenizer.decode(ids, { skip_special_tokens: true });
      if (text.trim() === '') return [];
      // A time in the padding after the window is the model's slip: nothing is said there.
      const segment = { text, start: Math.min(start, seconds), end: Math.min(end, seconds) };
      return [{ segment, tokens: ids.length }];
    });
    const isFull = written.length >= this.#decoder.most - MOST_START;
    const leftOut = isFull ? 'repeated' : judgeWindow(pieces.map((p) => p.segment));
    return { pieces, tokens: written.length, leftOut };
  }

  /** Encoder states of a window, padded to 30 s: [1, frames, d_model]. */
  async #listen(samples: Float32Array): Promise<OrtTensor> {
    const mel = this.#logMel(samples, FRAMES);
    const features = float32(mel, [1, mel.length / FRAMES, FRAMES]);
    const out = await this.#encoder.run({ input_features: features });
    return out['last_hidden_state'] as OrtTensor;
  }

  #write(
    heard: OrtTensor,
    task: SpeechTask,
    language: string | null,
    temperature: number,
    seed: number,
    signal: AbortSignal,
  ): Promise<number[][]> {
    const start = ['<|startoftranscript|>'];
    // A model for English alone has tokens for neither language nor task.
    if (language !== null) {
      start.push(`<|${language}|>`, task.translate ? '<|translate|>' : '<|transcribe|>');
    }
    if (!task.withTimes) start.push('<|notimestamps|>');
    const options = { start: start.map((t) => this.#id(t)), temperature, seed };
    return this.#decoder.write(heard, { ...options, withTimes: task.withTimes }, signal);
  }

  /** The language asked for where the model has it, else the likeliest one it hears. */
  async #language({ language }: SpeechTask, heard: OrtTensor): Promise<string | null> {
    const known = [...this.#languages];
    if (known.length < 2) return known[0]?.[0] ?? null;
    if (language !== null && this.#languages.has(language)) return language;
    const [logits] = await this.#decoder.first(heard, [this.#id('<|startoftranscript|>')]);
    const likely = ([, id]: [string, number]) => logits?.[id] ?? -Infinity;
    return known.reduce((best, one) => (likely(one) > likely(best) ? one : best))[0];
  }
}

/** The bands of the model's own feature extractor: [bands × 201]. */
function filtersOf(processor: Processor): number[][] {
  const filters: number[][] | undefined = processor.feature_extractor?.config?.mel_filters;
  if (!filters) throw new Error('The model has no feature extractor for speech.');
  return filters;
}

/** Tensors [1, …] as one [n, …]. */
function stack(tensors: readonly OrtTensor[]): OrtTensor {
  const [first] = tensors;
  if (!first || tensors.length === 1) return first as OrtTensor;
  const size = first.data.length;
  const data = new Float32Array(size * tensors.length);
  for (const [i, tensor] of tensors.entries()) data.set(tensor.data as Float32Array, i * size);
  return float32(data, [tensors.length, ...first.dims.slice(1)]) as OrtTensor;
}

/** Sample in the middle third of a window where it is quietest. */
function quietestMiddle(samples: Float32Array): number {
  const step = 1_600;
  let best = samples.length >> 1;
  let least = Infinity;
  for (let at = Math.floor(samples.length / 3); at + step < (2 * samples.length) / 3; at += 400) {
    let sum = 0;
    for (let i = at; i < at + step; i++) sum += (samples[i] as number) ** 2;
    if (sum >= least) continue;
    least = sum;
    best = at + step / 2;
  }
  return best;
}
