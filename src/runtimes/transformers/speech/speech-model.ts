import type { ModelCard } from '#catalog/model-card.ts';
import { EngineError } from '#engine/engine-error.ts';
import type { FirstLook } from '#engine/runtime.ts';
import type { LeftOut, SpeechSegment, SpeechTask, TaskEvent } from '#engine/tasks.ts';
import { float32, type OrtTensor } from '#runtimes/transformers/ort/session.ts';
import { checkNumbers } from '#runtimes/transformers/ort/sound-numbers.ts';
import { SpeechDecoder } from './speech-decoder.ts';
import { loadSpeech, type SpeechFamily } from './speech-families.ts';
import { sweep } from './sweep.ts';
import { readSegments } from './timestamp-rules.ts';
import { judgeWindow } from './window-guards.ts';

const WINDOW_SECONDS = 30;
/** Seconds below which a window is not cut in two. */
const SHORTEST_HALVED = 6;
/** Temperatures tried in turn for a window whose words cannot be right. */
const SECOND_TRIES = [0.3, 0.6, 0.9];

/** Tokens of a window; cut where the model found no end of its own. */
interface Written {
  ids: number[];
  isCut: boolean;
}

/** What a model leaves to chance. */
interface Chance {
  temperature: number;
  seed: number;
}

const NOTHING: Written = { ids: [], isCut: false };
const SURE: Chance = { temperature: 0, seed: 0 };

/** What was heard in one window. */
interface Heard {
  pieces: { segment: SpeechSegment; tokens: number }[];
  tokens: number;
  leftOut: LeftOut | null;
}

/** A recogniser: windows of at most 30 s in, segments out. */
export class SpeechModel {
  readonly #family: SpeechFamily;
  readonly #decoder: SpeechDecoder;

  private constructor(family: SpeechFamily) {
    this.#family = family;
    this.#decoder = new SpeechDecoder(family.decoder, family.shape, family.tokens);
  }

  static async load(card: ModelCard, onFile: (event: unknown) => void): Promise<SpeechModel> {
    return new SpeechModel(await loadSpeech(card, onFile));
  }

  async look(): Promise<FirstLook> {
    const heard = await this.#family.hear(sweep());
    const numbers = (heard.data as Float32Array).slice();
    heard.dispose();
    checkNumbers(numbers);
    return { findings: {}, numbers: [numbers] };
  }

  settle(): void {}

  async *run(task: SpeechTask, signal: AbortSignal): AsyncGenerator<TaskEvent> {
    yield { type: 'start', promptTokens: 0, cachedTokens: 0 };
    const heard: OrtTensor[] = [];
    for (const samples of task.windows) {
      if (signal.aborted) throw new EngineError('aborted', 'The request was aborted.');
      heard.push(await this.#family.hear(samples));
    }
    const language = heard[0] ? await this.#language(task, heard[0]) : null;
    const written = await this.#writeAll(heard, task, language, signal);
    let completionTokens = 0;
    for (const [window, samples] of task.windows.entries()) {
      const sound = heard[window] as OrtTensor;
      const first = this.#read(written[window] ?? NOTHING, samples.length, task.withTimes);
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
    for (const [i, temperature] of SECOND_TRIES.entries()) {
      const chance = { temperature, seed: i + 1 };
      const [written = NOTHING] = await this.#write(
        [heard],
        [samples.length],
        task,
        language,
        chance,
        signal,
      );
      const read = this.#read(written, samples.length, task.withTimes);
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
      const heard = await this.#family.hear(half);
      const [written = NOTHING] = await this.#write(
        [heard],
        [half.length],
        task,
        language,
        SURE,
        signal,
      );
      const first = this.#read(written, half.length, task.withTimes);
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

  #read({ ids: written, isCut }: Written, samples: number, withTimes: boolean): Heard {
    const { tokenizer, tokens } = this.#family;
    const seconds = Math.min(WINDOW_SECONDS, samples / 16_000);
    const found = withTimes
      ? readSegments(written, tokens)
      : [{ ids: written, start: 0, end: seconds }];
    const pieces = found.flatMap(({ ids, start, end }) => {
      const text = tokenizer.decode(ids, { skip_special_tokens: true });
      if (text.trim() === '') return [];
      // A time in the padding after the window is the model's slip: nothing is said there.
      const segment = { text, start: Math.min(start, seconds), end: Math.min(end, seconds) };
      return [{ segment, tokens: ids.length }];
    });
    const leftOut = isCut ? 'repeated' : judgeWindow(pieces.map((p) => p.segment));
    return { pieces, tokens: written.length, leftOut };
  }

  /** All windows side by side where the family can, else one after the other. */
  async #writeAll(
    heard: readonly OrtTensor[],
    task: SpeechTask,
    language: string | null,
    signal: AbortSignal,
  ): Promise<Written[]> {
    const lengths = task.windows.map((samples) => samples.length);
    const chance = { temperature: task.temperature, seed: 0 };
    if (this.#family.batches) {
      return this.#write(heard, lengths, task, language, chance, signal);
    }
    const written: Written[] = [];
    for (const [i, sound] of heard.entries()) {
      const length = lengths.slice(i, i + 1);
      written.push(...(await this.#write([sound], length, task, language, chance, signal)));
    }
    return written;
  }

  async #write(
    heard: readonly OrtTensor[],
    lengths: readonly number[],
    task: SpeechTask,
    language: string | null,
    chance: Chance,
    signal: AbortSignal,
  ): Promise<Written[]> {
    const start = this.#family.start(task, language);
    const most = this.#family.most(start, Math.max(...lengths));
    const options = { ...chance, start, most, withTimes: task.withTimes };
    const written = await this.#decoder.write(stack(heard), options, signal);
    const isCut = (ids: number[]) => this.#family.batches && ids.length >= most;
    return written.map((ids) => ({ ids, isCut: isCut(ids) }));
  }

  /** The language asked for where the model has it, else the likeliest one it hears. */
  async #language({ language }: SpeechTask, heard: OrtTensor): Promise<string | null> {
    const { languages, first } = this.#family;
    const known = [...languages];
    if (known.length < 2 || first === null) return known[0]?.[0] ?? null;
    if (language !== null && languages.has(language)) return language;
    const [logits] = await this.#decoder.first(heard, [first]);
    const likely = ([, id]: [string, number]) => logits?.[id] ?? -Infinity;
    return known.reduce((best, one) => (likely(one) > likely(best) ? one : best))[0];
  }
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
