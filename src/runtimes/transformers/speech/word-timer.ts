import type { SpeechWord } from '#engine/tasks.ts';
import type { OrtTensor } from '#runtimes/transformers/ort/session.ts';
import type { SpeechDecoder } from './speech-decoder.ts';
import type { SpeechFamily } from './speech-family.ts';
import { logSumExp } from './token-rules.ts';
import type { TokenSegment } from './window-segments.ts';
import { alignmentCost, type HeadAttention, rowStarts } from './word-alignment.ts';
import { placeWords, splitWords, timeWords } from './word-times.ts';

/** The sound of a window, in seconds, and how it is read. */
interface Sound {
  language: string | null;
  translate: boolean;
  seconds: number;
}

interface TimedSegment {
  start: number;
  end: number;
  words: SpeechWord[];
}

/** Frames of the encoder's states in a second. */
const FRAMES_PER_SECOND = 50;

/**
 * Finds the time of each word from the attention of its tokens to the sound, as one path through time.
 * @see https://github.com/openai/whisper/blob/main/whisper/timing.py
 */
export class WordTimer {
  readonly #family: SpeechFamily;
  readonly #decoder: SpeechDecoder;

  constructor(family: SpeechFamily, decoder: SpeechDecoder) {
    this.#family = family;
    this.#decoder = decoder;
  }

  /** @throws Error for a decoder that does not report its attention. */
  async time(
    states: OrtTensor,
    segments: readonly TokenSegment[],
    sound: Sound,
  ): Promise<TimedSegment[]> {
    if (!this.#decoder.hasAttention) throw new Error('The model reports no times of words.');
    const { tokens, start, alignmentHeads } = this.#family;
    const text = segments.flatMap((segment) => this.#textOf(segment));
    if (text.length === 0) return [];
    const { language, translate } = sound;
    const prompt = start({ context: '', translate, withTimes: false }, language);
    // Each row is the attention of a token while predicting the next one; the first row is the prompt's last token.
    const first = prompt.length - 1;
    const ids = [...prompt, ...text, tokens.end];
    const { seen, at } = await this.#decoder.attend(states, ids, first, alignmentHeads);
    const probabilities = text.map((id, i) => {
      const logits = at(first + i).subarray(0, tokens.end);
      return Math.exp((logits[id] as number) - logSumExp(logits));
    });
    return this.place(seen, segments, { ...sound, probabilities });
  }

  /** The same of tokens that a decoder has read: `seen` is what the heads saw from the token before them on. */
  place(
    seen: readonly HeadAttention[],
    segments: readonly TokenSegment[],
    { language, seconds, probabilities }: Omit<Sound, 'translate'> & { probabilities: number[] },
  ): TimedSegment[] {
    const textOf = segments.map((segment) => this.#textOf(segment));
    const text = textOf.flat();
    const frames = Math.max(1, Math.min(1_500, Math.ceil(seconds * FRAMES_PER_SECOND)));
    const rows = seen.map((head) => head.slice(0, text.length + 1));
    const starts = rowStarts(alignmentCost(rows, frames));
    const decode = (some: readonly number[]) => this.#family.tokenizer.decode([...some]);
    const words = timeWords(splitWords(text, decode, language), starts, probabilities);
    return placeWords(
      words,
      segments.map(({ start: from, end }, i) => ({
        tokens: textOf[i]?.length ?? 0,
        start: from,
        end,
      })),
    );
  }

  #textOf({ ids }: TokenSegment): number[] {
    return ids.filter((id) => id < this.#family.tokens.end);
  }
}
