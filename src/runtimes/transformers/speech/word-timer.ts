import type { SpeechWord } from '#engine/tasks.ts';
import type { OrtTensor } from '#runtimes/transformers/ort/session.ts';
import type { SpeechDecoder } from './speech-decoder.ts';
import type { SpeechFamily } from './speech-family.ts';
import { logSumExp } from './token-rules.ts';
import type { TokenSegment } from './window-segments.ts';
import { alignmentCost, type HeadAttention, rowStarts } from './word-alignment.ts';
import { placeWords, splitWords, timeWords } from './word-times.ts';

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
    {
      language,
      translate,
      seconds,
    }: { language: string | null; translate: boolean; seconds: number },
  ): Promise<{ start: number; end: number; words: SpeechWord[] }[]> {
    if (!this.#decoder.hasAttention) throw new Error('The model reports no times of words.');
    const { tokens, tokenizer, start, alignmentHeads } = this.#family;
    const textOf = segments.map(({ ids }) => ids.filter((id) => id < tokens.end));
    const text = textOf.flat();
    if (text.length === 0) return [];
    const prompt = start({ context: '', translate, withTimes: false }, language);
    const ids = [...prompt, ...text, tokens.end];
    const layers = [...new Set(alignmentHeads.map(([layer]) => layer))];
    // Each row is the attention of a token while predicting the next one; the first row is the prompt's last token.
    const first = prompt.length - 1;
    const read = await this.#decoder.attend(states, ids, first, layers);
    const frames = Math.max(1, Math.min(1_500, Math.ceil(seconds * FRAMES_PER_SECOND)));
    const rowsOf = ([layer, head]: readonly [number, number]) =>
      readHead(read.layers.get(layer) as OrtTensor, head, first, text.length + 1);
    const starts = rowStarts(alignmentCost(alignmentHeads.map(rowsOf), frames));
    for (const tensor of read.layers.values()) tensor.dispose();
    const probabilities = text.map((id, i) => {
      const logits = read.at(first + i).subarray(0, tokens.end);
      return Math.exp((logits[id] as number) - logSumExp(logits));
    });
    const decode = (some: readonly number[]) => tokenizer.decode([...some]);
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
}

/** Rows of one head out of [1, heads, tokens, frames]. */
function readHead(tensor: OrtTensor, head: number, first: number, rows: number): HeadAttention {
  const [, , tokens = 0, frames = 0] = tensor.dims;
  const data = tensor.data as Float32Array;
  return Array.from({ length: rows }, (_, i) => {
    const at = (head * tokens + first + i) * frames;
    return data.slice(at, at + frames);
  });
}
