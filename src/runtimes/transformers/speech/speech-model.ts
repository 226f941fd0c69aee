import { SAMPLE_RATE } from '#base/audio.ts';
import type { ModelCard } from '#catalog/model-card.ts';
import type { ProbeResult } from '#engine/runtime.ts';
import type {
  LeftOut,
  SpeechSegment,
  SpeechTask,
  SpokenLanguage,
  TaskEvent,
} from '#engine/tasks.ts';
import { withProgress } from '#engine/with-progress.ts';
import { seeded } from '#runtimes/transformers/chat/sampler.ts';
import type { OrtTensor } from '#runtimes/transformers/ort/session.ts';
import { checkNumbers, sweep } from '#runtimes/transformers/ort/sound-numbers.ts';
import {
  type Attempt,
  compressionRatioOf,
  decodeWithFallback,
  type Outcome,
} from './decode-fallback.ts';
import { type Decoded, sampleTokens, searchToEnd } from './decode-tokens.ts';
import { continueLive } from './live-window.ts';
import { noteSteps, SpeechDecoder, type WindowDecoder } from './speech-decoder.ts';
import { loadSpeech } from './speech-families.ts';
import type { SpeechFamily } from './speech-family.ts';
import { applyTokenRules } from './token-rules.ts';
import { Vocabulary } from './vocabulary.ts';
import { couldBeSaid, judgeWindow } from './window-guards.ts';
import {
  MAX_LAST_REST,
  readWindow,
  type TokenSegment,
  type WindowReading,
} from './window-segments.ts';
import { WordTimer } from './word-timer.ts';

const WINDOW_SECONDS = 30;
/** Answers drawn above temperature 0. */
const DRAWS = 5;
/** Timestamp tokens per second. */
const STEPS = 50;

/** How one window is decoded. */
interface Plan {
  task: SpeechTask;
  language: string | null;
  states: OrtTensor;
  vocabulary: Vocabulary | null;
  signal: AbortSignal;
  /** Called for each step of the decoder. */
  onStep: () => void;
}

/** A recogniser: a window of at most 30 s in, segments out. */
export class SpeechModel {
  readonly #family: SpeechFamily;
  readonly #decoder: SpeechDecoder;
  readonly #words: WordTimer;
  /** Of the last task with one: windows of a recording share it. */
  #vocabulary: { terms: string; trie: Vocabulary } | null = null;

  private constructor(family: SpeechFamily) {
    this.#family = family;
    this.#decoder = new SpeechDecoder(family.decoder, family.shape);
    this.#words = new WordTimer(family, this.#decoder);
  }

  static async load(card: ModelCard, onFile: (event: unknown) => void): Promise<SpeechModel> {
    return new SpeechModel(await loadSpeech(card, onFile));
  }

  async probe(): Promise<ProbeResult> {
    const states = await this.#family.encode(sweep());
    const numbers = (states.data as Float32Array).slice();
    states.dispose();
    checkNumbers(numbers);
    return { abilities: {}, numbers: [numbers] };
  }

  settle(): void {}

  async *run(task: SpeechTask, signal: AbortSignal): AsyncGenerator<TaskEvent> {
    yield { type: 'start', promptTokens: 0, cachedTokens: 0 };
    const states = await this.#family.encode(task.samples, task.live !== undefined);
    try {
      const spoken = await this.#language(task, states);
      const { language } = spoken;
      const vocabulary = this.#vocabularyOf(task);
      if (task.live) {
        const parts = { family: this.#family, decoder: this.#decoder, words: this.#words };
        const { said } = task.live;
        yield* continueLive(parts, { task, said, ...spoken, states, vocabulary, signal });
        return;
      }
      const plan = { task, language, states, vocabulary, signal };
      const decoding = withProgress((onStep) => this.#decode({ ...plan, onStep }));
      const { outcome, noSpeechProb } = yield* decoding;
      const { segments, transcribedSeconds, leftOut } = await this.#read(
        plan,
        outcome,
        noSpeechProb,
      );
      for (const segment of segments) {
        yield { type: 'segment', segment, tokens: segment.decoding?.tokens.length ?? 0 };
      }
      yield { type: 'window', language, leftOut, transcribedSeconds };
      const completionTokens = outcome.attempt.ids.length;
      yield { type: 'end', reason: 'stop', completionTokens, reasoningTokens: 0 };
    } finally {
      states.dispose();
    }
  }

  /** Decodes a window; decodes again without the previous text if that text led to an error. */
  async #decode(plan: Plan): Promise<{ outcome: Outcome; noSpeechProb: number }> {
    const { task } = plan;
    const { prompt, previousText } = task;
    const withContext = await this.#open(plan, [prompt, previousText].join(' '));
    let opened = withContext;
    try {
      const { noSpeechProb } = opened;
      const decode = async (temperature: number): Promise<Attempt> => {
        if (temperature > 0 && previousText !== '' && opened === withContext) {
          withContext.window.close();
          opened = await this.#open(plan, prompt);
        }
        const decoded = await this.#decodeOnce(plan, opened, temperature);
        const text = this.#textOf(decoded.ids);
        const compressionRatio = await compressionRatioOf(text);
        return {
          ...decoded,
          temperature,
          compressionRatio,
          couldBeSaid: this.#couldBeSaid(plan, decoded, opened.start),
        };
      };
      const { thresholds } = this.#family;
      const outcome = await decodeWithFallback(decode, task.temperature, noSpeechProb, thresholds);
      return { outcome, noSpeechProb };
    } finally {
      opened.window.close();
    }
  }

  async #open({ task, language, states, onStep }: Plan, context: string) {
    const { noSpeech, first } = this.#family;
    const { translate, withTimes } = task;
    const start = this.#family.start({ context, translate, withTimes }, language);
    const startToken = first === null ? start.length - 1 : start.indexOf(first);
    const { window, at } = await this.#decoder.open(states, start, startToken);
    const noSpeechProb = noSpeech === null ? 0 : probabilityOf(at(startToken), noSpeech);
    return { window: noteSteps(window, onStep), noSpeechProb, start };
  }

  async #decodeOnce(
    { task, vocabulary, signal }: Plan,
    { window, start }: { window: WindowDecoder; start: readonly number[] },
    temperature: number,
  ): Promise<Decoded> {
    const { tokens, beams } = this.#family;
    const maxTokens = this.#family.maxTokens(start, task.samples.length);
    const rules = (logits: Float32Array, written: readonly number[]) =>
      applyTokenRules(logits, written, tokens, task.withTimes);
    const { end, firstTime } = tokens;
    const plan = { maxTokens, end, firstTime, rules, vocabulary };
    const random = seeded(Math.round(temperature * 100));
    window.restart();
    const isGreedy = temperature === 0;
    // Without timestamps it is unknown how much of the window an answer covers.
    if (!isGreedy || !task.withTimes || beams === 1) {
      const count = isGreedy ? 1 : DRAWS;
      return sampleTokens(window, plan, { temperature, count, random }, signal);
    }
    const minEnd = task.isLast ? task.samples.length / SAMPLE_RATE - MAX_LAST_REST : 0;
    const endOf = (decoded: Decoded) => this.#endOf(decoded);
    return searchToEnd(window, plan, { beams, random, endOf, minEnd }, signal);
  }

  /** Whether an answer ended by itself, at a pace at which people speak. */
  #couldBeSaid({ task }: Plan, { ids }: Decoded, start: readonly number[]): boolean {
    const { length } = task.samples;
    if (ids.length >= this.#family.maxTokens(start, length)) return false;
    const { segments } = this.#segmentsOf(task, ids);
    return couldBeSaid(segments.map((s) => ({ ...s, text: this.#textOf(s.ids) })));
  }

  /** The segments of an answer, and how far they reach. */
  #segmentsOf({ samples, withTimes, isLast }: SpeechTask, ids: number[]): WindowReading {
    const seconds = Math.min(WINDOW_SECONDS, samples.length / SAMPLE_RATE);
    return withTimes
      ? readWindow(ids, this.#family.tokens, seconds, isLast)
      : { segments: [{ ids, start: 0, end: seconds }], transcribedSeconds: seconds };
  }

  /** Seconds of the window that an answer covers. */
  #endOf({ ids }: Decoded): number {
    const { firstTime } = this.#family.tokens;
    const last = ids.findLast((id) => id >= firstTime);
    return last === undefined ? 0 : (last - firstTime) / STEPS;
  }

  async #read(
    { task, language, states }: Omit<Plan, 'onStep'>,
    { attempt, leftOut: distrusted }: Outcome,
    noSpeechProb: number,
  ): Promise<{ segments: SpeechSegment[]; transcribedSeconds: number; leftOut: LeftOut | null }> {
    const seconds = Math.min(WINDOW_SECONDS, task.samples.length / SAMPLE_RATE);
    const nothing = { segments: [], transcribedSeconds: seconds };
    if (distrusted) return { ...nothing, leftOut: distrusted };
    const { ids } = attempt;
    const { segments: found, transcribedSeconds } = this.#segmentsOf(task, ids);
    // Whisper writes only punctuation for a faint noise.
    const spoken = found.filter((segment) => /[\p{L}\p{N}]/u.test(this.#textOf(segment.ids)));
    if (spoken.length === 0) {
      return { ...nothing, leftOut: ids.length === 0 ? null : 'no-speech' };
    }
    const segments = spoken.map((segment) => this.#toSegment(segment, attempt, noSpeechProb));
    const leftOut = judgeWindow(segments);
    if (leftOut) return { ...nothing, leftOut };
    if (!task.withWords) return { segments, transcribedSeconds, leftOut: null };
    const { translate } = task;
    // The sound behind them is the next window's: words of this one would be stretched over it.
    const sound = { language, translate, seconds: transcribedSeconds };
    const timed = await this.#words.time(states, spoken, sound);
    const withWords = segments.map((segment, i) => ({ ...segment, ...timed[i] }));
    return { segments: withWords, transcribedSeconds, leftOut: null };
  }

  #toSegment(
    { ids, start, end }: TokenSegment,
    { temperature, avgLogprob, compressionRatio }: Attempt,
    noSpeechProb: number,
  ): SpeechSegment {
    const decoding = { tokens: ids, temperature, avgLogprob, compressionRatio, noSpeechProb };
    return { text: this.#textOf(ids), start, end, decoding };
  }

  #textOf(ids: readonly number[]): string {
    const { tokenizer, tokens } = this.#family;
    const text = ids.filter((id) => id < tokens.firstTime);
    // The tokenizer refuses to decode nothing.
    return text.length === 0 ? '' : tokenizer.decode(text, { skip_special_tokens: true });
  }

  #vocabularyOf({ vocabulary = [] }: SpeechTask): Vocabulary | null {
    if (vocabulary.length === 0) return null;
    const terms = vocabulary.join('\n');
    if (this.#vocabulary?.terms !== terms) {
      const { tokenizer } = this.#family;
      const encode = (text: string) => tokenizer.encode(text, { add_special_tokens: false });
      const trie = new Vocabulary(vocabulary, encode, (token) => tokenizer.decode([token]));
      this.#vocabulary = { terms, trie };
    }
    return this.#vocabulary.trie;
  }

  /** The language asked for where the model has it, else the most likely one. */
  async #language(
    { language, among, live }: SpeechTask,
    states: OrtTensor,
  ): Promise<SpokenLanguage> {
    const { languages, first } = this.#family;
    if (languages.size < 2 || first === null) return { language: [...languages.keys()][0] ?? null };
    if (language !== null && languages.has(language)) return { language };
    const { window } = await this.#decoder.open(states, [first]);
    const logits = window.first;
    window.close();
    return pickLanguage(languages, logits, live?.likely ?? alone(among, languages));
  }
}

/** Languages outside of a list are impossible, as long as the model has one that is in it. */
function alone(among: readonly string[] = [], languages: ReadonlyMap<string, number>) {
  if (!among.some((code) => languages.has(code))) return {};
  return Object.fromEntries(
    [...languages.keys()].map((code) => [code, among.includes(code) ? 1 : 0]),
  );
}

/** The likeliest of `languages`, their codes with their tokens. `likely`: how many times likelier they are beforehand. */
export function pickLanguage(
  languages: ReadonlyMap<string, number>,
  logits: Float32Array,
  likely: Readonly<Record<string, number>>,
): SpokenLanguage {
  const scores = [...languages].map(
    ([code, token]) => (logits[token] ?? -Infinity) + Math.log(likely[code] ?? 1),
  );
  const best = Math.max(...scores);
  const all = scores.reduce((sum, score) => sum + Math.exp(score - best), 0);
  const language = [...languages.keys()][scores.indexOf(best)] ?? null;
  return { language, languageProbability: 1 / all };
}

function probabilityOf(logits: Float32Array, token: number): number {
  let sum = 0;
  const own = logits[token] ?? -Infinity;
  for (const value of logits) sum += Math.exp(value - own);
  return sum > 0 ? 1 / sum : 0;
}
