import { env, PreTrainedModel } from '@huggingface/transformers';
import { seeded } from '#base/random.ts';
import type { ModelCard } from '#catalog/model-card.ts';
import { EngineError } from '#engine/engine-error.ts';
import type { ProbedAbilities, ProbeResult } from '#engine/runtime.ts';
import type { SpokenWordTime, TaskEvent, VoiceTask } from '#engine/tasks.ts';
import { yieldThread } from '#engine/yield-thread.ts';
import { loadOptions } from '#runtimes/transformers/ort/load-options.ts';
import { float32, int64, type OrtSession, sessionOf } from '#runtimes/transformers/ort/session.ts';
import { checkNumbers } from '#runtimes/transformers/ort/sound-numbers.ts';
import { Lexicon } from './lexicon.ts';
import { type PhonemeTables, type SpokenWord, toPhonemes } from './phonemes.ts';
import { alignWords, type Sentence, toSentences } from './spoken-text.ts';
import { toSamples, VOICE_RATE } from './vocoder.ts';

/** Phonemes that one run takes; a longer sentence is cut at a clause, or at a word. */
const MAX_PHONEMES = 400;
/** Seconds of a frame of durations. */
const FRAME_SECONDS = 0.025;

/** The file config.json of a voice. */
interface VoiceConfig {
  phonemes: Readonly<Record<string, number>>;
  unknown: { letters: string; phonemes: string; max: number };
  exceptions: Readonly<Record<string, readonly string[]>>;
}

/** A voice that reads English: text to words, words to phonemes, phonemes to a spectrum, a spectrum to samples. */
export class VoiceModel {
  readonly #session: OrtSession;
  readonly #ids: ReadonlyMap<string, number>;
  readonly #tables: PhonemeTables;

  private constructor(
    session: OrtSession,
    ids: ReadonlyMap<string, number>,
    tables: PhonemeTables,
  ) {
    this.#session = session;
    this.#ids = ids;
    this.#tables = tables;
  }

  static async load(card: ModelCard, onFile: (event: unknown) => void): Promise<VoiceModel> {
    const graph = async (name: string) => {
      const config = { model_type: 'custom' };
      // The library would warn of a kind of model that it does not know, for the sake of its progress bar.
      const progress = { progress_callback: null };
      const options = {
        ...(await loadOptions(card, onFile)),
        ...progress,
        config,
        model_file_name: name,
      };
      return sessionOf(await PreTrainedModel.from_pretrained(card.id, options as never), 'model');
    };
    const file = async (name: string) => {
      const response = await env.fetch(`${env.localModelPath}${card.id}/${name}`);
      if (!response.ok) throw new EngineError('load-failed', `The voice has no file ${name}.`);
      return response.text();
    };
    const [session, unknown, config, words, tagger] = await Promise.all([
      graph('model'),
      graph('unknown'),
      file('config.json').then((text) => JSON.parse(text) as VoiceConfig),
      file('words.txt'),
      file('tagger.json').then((text) => JSON.parse(text)),
    ]);
    const [gold = '', silver = ''] = words.split('\n\n');
    return new VoiceModel(session, new Map(Object.entries(config.phonemes)), {
      lexicon: new Lexicon(gold, silver),
      tagger: {
        tags: tagger.tags,
        known: new Map(Object.entries(tagger.known)),
        vocabulary: new Set(tagger.vocabulary),
        weights: new Map(Object.entries(tagger.weights)),
      },
      exceptions: new Map(Object.entries(config.exceptions)),
      readUnknown: (word) => readUnknown(unknown, config.unknown, word),
    });
  }

  /** Characters: what the reference counts. */
  countTokens({ text }: VoiceTask): number[] {
    return [text.length];
  }

  async probe(): Promise<ProbeResult> {
    const { samples } = await this.#say([{ text: 'Hello', phonemes: 'həlˈO.' }], 1, 1);
    checkNumbers(samples);
    return { abilities: {}, numbers: [] };
  }

  settle(_known: ProbedAbilities): void {}

  /** One `audio` event for each sentence, as soon as it is made. */
  async *run({ text, speed, seed }: VoiceTask, signal: AbortSignal): AsyncGenerator<TaskEvent> {
    yield { type: 'start', promptTokens: text.length, cachedTokens: 0 };
    for (const sentence of toSentences(text)) {
      const spoken = placeWords(text, sentence, await toPhonemes(sentence.spoken, this.#tables));
      for (const part of splitLong(spoken)) {
        await yieldThread();
        if (signal.aborted) throw new EngineError('aborted', 'The request was aborted.');
        const { samples, times } = await this.#say(part, speed, seed ?? 1);
        yield { type: 'audio', samples, sampleRate: VOICE_RATE, words: timeWords(part, times) };
      }
    }
    yield { type: 'end', reason: 'stop', completionTokens: 0, reasoningTokens: 0 };
  }

  /** Samples, and the seconds at which each word begins and the last one ends. */
  async #say(words: readonly SpokenWord[], speed: number, seed: number) {
    const ids: number[] = [0];
    const starts: number[] = [];
    for (const { phonemes } of words) {
      starts.push(ids.length);
      for (const phoneme of phonemes) {
        const id = this.#ids.get(phoneme);
        if (id !== undefined) ids.push(id);
      }
    }
    ids.push(0);
    const out = await this.#session.run({
      ids: int64(ids, [1, ids.length]),
      speed: float32(Float32Array.of(speed), [1]),
    });
    const read = (name: string) => out[name]?.data as Float32Array;
    const spectrum = {
      harmonics: read('lh'),
      turns: read('theta'),
      noise: read('ln'),
      rest: read('lr'),
      phase: read('phi'),
      pitch: read('f0'),
    };
    const samples = toSamples(spectrum, seeded(seed));
    const durations = read('durations');
    const at = (id: number) =>
      durations.subarray(0, id).reduce((sum, frames) => sum + frames, 0) * FRAME_SECONDS;
    for (const tensor of Object.values(out)) tensor.dispose();
    return { samples, times: [...starts.map(at), at(ids.length - 1)] };
  }
}

async function readUnknown(
  session: OrtSession,
  { letters, phonemes, max }: VoiceConfig['unknown'],
  word: string,
): Promise<string | null> {
  const known = [...letters];
  const ids = [...word]
    .flatMap((c) => (known.includes(c) ? [known.indexOf(c) + 1] : []))
    .slice(0, max);
  if (ids.length === 0) return null;
  const out = await session.run({ chars: int64(ids, [1, ids.length]) });
  const [tensor] = Object.values(out);
  const said = [...phonemes];
  let previous = 0;
  // As recognisers write: repeats are one, and 0 is nothing.
  const spelled = Array.from((tensor?.data ?? []) as ArrayLike<number | bigint>, (value) => {
    const id = Number(value);
    const isNew = id !== previous && id !== 0;
    previous = id;
    return isNew ? (said[id - 1] ?? '') : '';
  }).join('');
  tensor?.dispose();
  return spelled;
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

const lengthOf = (words: readonly SpokenWord[]) =>
  words.reduce((sum, { phonemes }) => sum + phonemes.length, 0);

/** A sentence in runs that the network takes. */
function splitLong(words: readonly PlacedWord[]): PlacedWord[][] {
  const parts: PlacedWord[][] = [];
  let part: PlacedWord[] = [];
  /** Words up to the last clause that ends in this part. */
  let clause = 0;
  for (const word of words) {
    if (lengthOf(part) + word.phonemes.length > MAX_PHONEMES && part.length > 0) {
      const cut = clause > 0 ? clause : part.length;
      parts.push(part.slice(0, cut));
      part = part.slice(cut);
      clause = 0;
    }
    part.push({ ...word, phonemes: word.phonemes.slice(0, MAX_PHONEMES) });
    if (/[,;:—]\s*$/u.test(word.phonemes)) clause = part.length;
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
