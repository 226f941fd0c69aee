import type { PreTrainedTokenizer, Processor } from '@huggingface/transformers';
import { SAMPLE_RATE } from '#base/audio.ts';
import type { ModelCard } from '#catalog/model-card.ts';
import {
  float32,
  type LoopSession,
  type OrtTensor,
  sessionOf,
} from '#runtimes/transformers/ort/session.ts';
import { DEFAULT_THRESHOLDS, type Thresholds } from './decode-fallback.ts';
import type { GenerationFacts } from './generation-facts.ts';
import { createLogMel } from './log-mel.ts';
import type { SpeechFamily } from './speech-family.ts';
import type { SpeechTokens } from './token-rules.ts';

/** Frames of a window of 30 s: one every 10 ms. */
const FRAMES = 3_000;
/** Shorter windows are unlike anything that the model was trained with. */
const MIN_SECONDS = 4;
/** Maximum of prompt tokens from the previous text: half of the context, less the delimiter. */
const MAX_PROMPT = 223;
/** Hypotheses of a search, as in the reference, unless the repository asks for fewer. */
const BEAMS = 5;

interface WhisperFacts {
  config: {
    decoder_attention_heads: number;
    decoder_layers: number;
    d_model: number;
    max_target_positions: number;
  };
}

export interface WhisperParts {
  tokenizer: PreTrainedTokenizer;
  model: unknown;
  decoder: LoopSession;
  processor: Processor;
  generation: Partial<GenerationFacts>;
}

export function toWhisper(
  { tokenizer, model, decoder, processor, generation }: WhisperParts,
  { can }: ModelCard,
): SpeechFamily {
  const { config } = model as WhisperFacts;
  const { d_model, decoder_attention_heads: heads, max_target_positions: longest } = config;
  const vocabulary = tokenizer.get_vocab();
  const id = (token: string): number => {
    const found = vocabulary.get(token);
    if (found === undefined) throw new Error(`The vocabulary has no ${token}.`);
    return found;
  };
  const logMel = createLogMel(filtersOf(processor));
  const encoder = sessionOf(model, 'model');
  let canShorten = true;
  const contextTokens = (text: string) =>
    can.prompt && text.trim() !== ''
      ? [
          id('<|startofprev|>'),
          ...tokenizer.encode(` ${text.trim()}`, { add_special_tokens: false }).slice(-MAX_PROMPT),
        ]
      : [];
  const languages = Object.entries(generation.lang_to_id ?? {});
  const tokens = whisperTokens(id, generation, vocabulary.size);
  return {
    tokenizer,
    decoder,
    shape: { heads, size: d_model / heads },
    tokens,
    languages: new Map(languages.map(([name, token]) => [name.slice(2, -2), token])),
    thresholds: {
      compressionRatio: orDefault(generation.compression_ratio_threshold, 'compressionRatio'),
      logprob: orDefault(generation.logprob_threshold, 'logprob'),
      noSpeech: orDefault(generation.no_speech_threshold, 'noSpeech'),
    },
    beams: beamsOf(generation.num_beams),
    // `<|nospeech|>` or `<|nocaptions|>`: the names differ, the place does not.
    noSpeech: tokens.noTimestamps - 1,
    alignmentHeads: alignmentHeads(generation, config.decoder_layers, heads),
    first: id('<|startoftranscript|>'),
    async encode(samples, isShort = false) {
      const frames = isShort && canShorten ? framesOf(samples) : FRAMES;
      const mel = logMel(samples, frames);
      const features = float32(mel, [1, mel.length / frames, frames]);
      try {
        const out = await encoder.run({ input_features: features });
        return out['last_hidden_state'] as OrtTensor;
      } catch (error) {
        if (frames === FRAMES) throw error;
        // A graph of another kind, whose length could not be freed.
        canShorten = false;
        return this.encode(samples);
      }
    },
    start({ context, translate, withTimes }, language) {
      const start = ['<|startoftranscript|>'];
      // A model for English alone has tokens for neither language nor task.
      if (language !== null) {
        start.push(`<|${language}|>`, translate ? '<|translate|>' : '<|transcribe|>');
      }
      if (!withTimes) start.push('<|notimestamps|>');
      return [...contextTokens(context), ...start.map(id)];
    },
    maxTokens: (start) => Math.min(longest >> 1, longest - start.length),
  };
}

/** Frames of sound and the second of silence after it that ends an answer, in whole seconds. */
function framesOf(samples: Float32Array): number {
  const seconds = Math.ceil(samples.length / SAMPLE_RATE) + 1;
  return Math.min(FRAMES, Math.max(MIN_SECONDS, seconds) * 100);
}

/** A threshold that the repository sets, null to switch it off; else the reference's. */
function orDefault(value: number | null | undefined, name: keyof Thresholds): number | null {
  return value === undefined ? DEFAULT_THRESHOLDS[name] : value;
}

export function beamsOf(asked: unknown): number {
  const isCount = Number.isInteger(asked) && (asked as number) >= 1;
  return isCount ? Math.min(asked as number, BEAMS) : BEAMS;
}

function whisperTokens(
  id: (token: string) => number,
  generation: Partial<GenerationFacts>,
  vocabularySize: number,
): SpeechTokens {
  const end = id('<|endoftext|>');
  const noTimestamps = id('<|notimestamps|>');
  // Special tokens only begin an answer.
  const special = Array.from({ length: noTimestamps - end - 1 }, (_, i) => end + 1 + i);
  const known = (ids: readonly number[] | null = []) =>
    (ids ?? []).filter((token) => token < vocabularySize);
  return {
    end,
    noTimestamps,
    firstTime: noTimestamps + 1,
    suppressed: [...known(generation.suppress_tokens), ...special],
    suppressedFirst: known(generation.begin_suppress_tokens),
    maxFirstTime: generation.max_initial_timestamp_index ?? null,
  };
}

/** Heads that follow the sound: the repository's, without heads that its model lacks. */
export function alignmentHeads(
  { alignment_heads: given = [] }: Partial<GenerationFacts>,
  layers: number,
  heads: number,
): [number, number][] {
  const own = given.filter(([layer, head]) => layer < layers && head < heads);
  return own.length > 0 ? own : lateHeads(layers, heads);
}

/** The default for repositories without alignment heads: all heads of the later half of the layers. */
function lateHeads(layers: number, heads: number): [number, number][] {
  return Array.from({ length: layers - (layers >> 1) }, (_, i) => (layers >> 1) + i).flatMap(
    (layer) => Array.from({ length: heads }, (_, head): [number, number] => [layer, head]),
  );
}

/** The bands of the model's own feature extractor: [bands × 201]. */
function filtersOf(processor: Processor): number[][] {
  const filters: number[][] | undefined = processor.feature_extractor?.config?.mel_filters;
  if (!filters) throw new Error('The model has no feature extractor for speech.');
  return filters;
}
