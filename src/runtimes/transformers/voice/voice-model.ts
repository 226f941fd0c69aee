import { yieldThread } from '#base/pause.ts';
import type { ModelCard } from '#catalog/model-card.ts';
import type { ProbedAbilities, ProbeResult } from '#engine/runtime.ts';
import type { SpokenWordTime, TaskEvent, VoiceTask } from '#engine/tasks.ts';
import { openInterruptPort } from '#runtimes/transformers/ort/run-interrupt.ts';
import { type Pause, pauseFor } from '#runtimes/transformers/ort/run-to-end.ts';
import { checkNumbers } from '#runtimes/transformers/ort/sound-numbers.ts';
import { type EnglishReader, openReader } from './english-reader.ts';
import { openHibari } from './hibari-net.ts';
import { openKokoro } from './kokoro-net.ts';
import { type SpokenWord, toPhonemes } from './phonemes.ts';
import { setPauses } from './set-pauses.ts';
import { alignWords, type Sentence, toSentences } from './spoken-text.ts';
import { VOICE_RATE } from './vocoder.ts';
import type { Speaking, VoiceNet } from './voice-net.ts';

/** Seconds of silence of a sentence, and where a long one is cut: together as people pause. */
const PAUSES = {
  sentence: { before: 0.03, after: 0.3 },
  part: { before: 0.03, after: 0.06 },
};

/** A voice that reads English: text to words, words to phonemes, phonemes to samples. */
export class VoiceModel {
  readonly #reader: EnglishReader;
  readonly #net: VoiceNet;

  private constructor(reader: EnglishReader, net: VoiceNet) {
    this.#reader = reader;
    this.#net = net;
  }

  static async load(card: ModelCard, onFile: (event: unknown) => void): Promise<VoiceModel> {
    const openNet = card.source ? openKokoro : openHibari;
    const [reader, net] = await Promise.all([openReader(onFile), openNet(card, onFile)]);
    return new VoiceModel(reader, net);
  }

  /** Ends the run that is computed, with each message; null where nothing can. */
  openInterruptPort(): MessagePort | null {
    const { interrupt } = this.#net;
    return interrupt && openInterruptPort(interrupt);
  }

  /** Characters: what the reference counts. @throws EngineError where the voice cannot be used */
  async countTokens({ text, voice }: VoiceTask): Promise<number[]> {
    await this.#net.prepare(voice);
    return [text.length];
  }

  async probe(): Promise<ProbeResult> {
    const hello = [{ text: 'Hello', phonemes: 'həlˈO.' }];
    const speaking = { voice: null, speed: 1, seed: 1 };
    const { samples } = await this.#say(hello, speaking, true, yieldThread);
    checkNumbers(samples);
    return { abilities: {}, numbers: [] };
  }

  settle(_known: ProbedAbilities): void {}

  /** One `audio` event for each sentence, as soon as it is made. */
  async *run(
    { text, voice, speed, seed }: VoiceTask,
    signal: AbortSignal,
  ): AsyncGenerator<TaskEvent> {
    yield { type: 'start', promptTokens: text.length, cachedTokens: 0 };
    const speaking = { voice, speed, seed: seed ?? 1 };
    const pause = pauseFor(signal);
    for (const sentence of toSentences(text)) {
      const read = await toPhonemes(sentence.spoken, this.#reader.tables);
      const parts = splitLong(placeWords(text, sentence, read), this.#net.maxPhonemes(speed));
      for (const part of parts) {
        await pause();
        const isWhole = part === parts.at(-1);
        const { samples, times } = await this.#say(part, speaking, isWhole, pause);
        yield { type: 'audio', samples, sampleRate: VOICE_RATE, words: timeWords(part, times) };
      }
    }
    yield { type: 'end', reason: 'stop', completionTokens: 0, reasoningTokens: 0 };
  }

  /** Samples, and the seconds at which each word begins and the last one ends. */
  async #say(words: readonly SpokenWord[], speaking: Speaking, isWhole: boolean, pause: Pause) {
    const ids: number[] = [0];
    const starts: number[] = [];
    for (const { phonemes } of words) {
      starts.push(ids.length);
      for (const phoneme of phonemes) {
        const id = this.#reader.ids.get(phoneme);
        if (id !== undefined) ids.push(id);
      }
    }
    ids.push(0);
    const spoken = await this.#net.say(ids, speaking, pause);
    const seconds = spoken.samples.length / VOICE_RATE;
    const durations = spoken.durations ?? ids.map(() => seconds / ids.length);
    const { before, after } = isWhole ? PAUSES.sentence : PAUSES.part;
    const pauses = { before, after: after / speaking.speed };
    const { samples, earlier } = setPauses(spoken.samples, VOICE_RATE, pauses);
    const at = (id: number) => {
      const time = durations.slice(0, id).reduce((sum, duration) => sum + duration, 0) - earlier;
      return Math.max(0, Math.min(time, samples.length / VOICE_RATE));
    };
    return { samples, times: [...starts.map(at), at(ids.length - 1)] };
  }
}

interface PlacedWord extends SpokenWord {
  /** The characters of the text that it stands for. */
  startChar: number;
  endChar: number;
}

function placeWords(
  text: string,
  { start, end }: Sentence,
  words: readonly SpokenWord[],
): PlacedWord[] {
  const ranges = alignWords(
    text.slice(start, end),
    words.map((word) => word.text),
  );
  return words.map((word, i) => ({
    ...word,
    startChar: start + (ranges[i]?.start ?? 0),
    endChar: start + (ranges[i]?.end ?? 0),
  }));
}

/** Phonemes that every network takes in one run: more of a word are left out. */
const LONGEST_WORD = 400;
const CLAUSE_END = /[,;:—]\s*$/u;

const lengthOf = (words: readonly Pick<SpokenWord, 'phonemes'>[]) =>
  words.reduce((sum, { phonemes }) => sum + phonemes.length, 0);

/**
 * A sentence in runs of at most `most` phonemes, cut at the last clause that ends in them, or at a word. A single word is longer
 * only where it has more by itself.
 */
export function splitLong<T extends Pick<SpokenWord, 'phonemes'>>(
  words: readonly T[],
  most: number,
): T[][] {
  const parts: T[][] = [];
  let part: T[] = [];
  for (const given of words) {
    const word = { ...given, phonemes: given.phonemes.slice(0, LONGEST_WORD) };
    // The rest behind a clause can be too long again.
    while (part.length > 0 && lengthOf(part) + word.phonemes.length > most) {
      const clause = part.findLastIndex(({ phonemes }) => CLAUSE_END.test(phonemes)) + 1;
      const cut = clause || part.length;
      parts.push(part.slice(0, cut));
      part = part.slice(cut);
    }
    part.push(word);
  }
  return lengthOf(part) > 0 ? [...parts, part] : parts;
}

/** When which characters of the text are said; marks are not words. */
function timeWords(words: readonly PlacedWord[], times: readonly number[]): SpokenWordTime[] {
  return words.flatMap(({ text, startChar, endChar }, i) =>
    /[\p{L}\p{N}]/u.test(text)
      ? [{ startChar, endChar, start: times[i] ?? 0, end: times[i + 1] ?? 0 }]
      : [],
  );
}
