import {
  AutoProcessor,
  AutoTokenizer,
  MoonshineForConditionalGeneration,
  type PreTrainedTokenizer,
  type Processor,
  WhisperForConditionalGeneration,
} from '@huggingface/transformers';
import type { ModelCard } from '#catalog/model-card.ts';
import type { SpeechTask } from '#engine/tasks.ts';
import { openLoopSession } from '#runtimes/transformers/ort/heap-session.ts';
import { dtypeOf } from '#runtimes/transformers/ort/library.ts';
import { heldModule } from '#runtimes/transformers/ort/ort-files.ts';
import {
  float32,
  type LoopSession,
  type OrtTensor,
  sessionOf,
} from '#runtimes/transformers/ort/session.ts';
import { createLogMel } from './log-mel.ts';
import type { SpeechShape } from './speech-decoder.ts';
import type { SpeechTokens } from './timestamp-rules.ts';

/** Frames of a window of 30 s: one every 10 ms. */
const FRAMES = 3_000;
/** Most tokens of what came before that a Whisper is told of: half of what it can write, less a mark. */
const MOST_PROMPT = 223;
/** Moonshine writes at most so many tokens a second of sound (its authors' figure, against loops). */
const MOONSHINE_RATE = 6.5;

/** A model that writes down speech: how it hears a window, and how its answers begin and end. */
export interface SpeechFamily {
  tokenizer: PreTrainedTokenizer;
  decoder: LoopSession;
  shape: SpeechShape;
  tokens: SpeechTokens;
  /** Codes of the languages it tells apart, with their tokens. */
  languages: ReadonlyMap<string, number>;
  /** Whether several windows can be written down side by side: all are heard as equally many frames. */
  batches: boolean;
  /** Encoder states of a window: [1, frames, size]. */
  hear: (samples: Float32Array) => Promise<OrtTensor>;
  /** Tokens an answer begins with. `language`: one of `languages`, or null. */
  start: (task: SpeechTask, language: string | null) => number[];
  /** The token before the first of a language; null where it has none. */
  first: number | null;
  /** Most tokens that may follow, of a window of so many samples. */
  most: (start: readonly number[], samples: number) => number;
}

/** @throws Error for a model that is neither a Whisper nor a Moonshine. */
export async function loadSpeech(
  card: ModelCard,
  onFile: (event: unknown) => void,
): Promise<SpeechFamily> {
  const { id, device } = card;
  const options = { device, dtype: dtypeOf(card), progress_callback: onFile };
  const isMoonshine = card.family === 'moonshine';
  const library = isMoonshine ? MoonshineForConditionalGeneration : WhisperForConditionalGeneration;
  const [tokenizer, model] = await Promise.all([
    AutoTokenizer.from_pretrained(id),
    library.from_pretrained(id, options),
  ]);
  const graph = sessionOf(model, 'decoder_model_merged');
  const decoder = openLoopSession(graph, await heldModule());
  if (isMoonshine) return toMoonshine(tokenizer, model, decoder);
  return toWhisper(tokenizer, model, decoder, await AutoProcessor.from_pretrained(id), card);
}

interface WhisperFacts {
  config: { decoder_attention_heads: number; d_model: number; max_target_positions: number };
  generation_config?: { lang_to_id?: Record<string, number> };
}

function toWhisper(
  tokenizer: PreTrainedTokenizer,
  model: unknown,
  decoder: LoopSession,
  processor: Processor,
  { can }: ModelCard,
): SpeechFamily {
  const { config, generation_config: generation } = model as WhisperFacts;
  const { d_model, decoder_attention_heads: heads, max_target_positions: longest } = config;
  const vocabulary = tokenizer.get_vocab();
  const id = (token: string): number => {
    const found = vocabulary.get(token);
    if (found === undefined) throw new Error(`The vocabulary has no ${token}.`);
    return found;
  };
  const noTimestamps = id('<|notimestamps|>');
  const logMel = createLogMel(filtersOf(processor));
  const encoder = sessionOf(model, 'model');
  const told = (prompt: string) =>
    can.prompt && prompt.trim() !== ''
      ? [
          id('<|startofprev|>'),
          ...tokenizer
            .encode(` ${prompt.trim()}`, { add_special_tokens: false })
            .slice(-MOST_PROMPT),
        ]
      : [];
  return {
    tokenizer,
    decoder,
    shape: { heads, size: d_model / heads },
    tokens: { end: id('<|endoftext|>'), noTimestamps, firstTime: noTimestamps + 1 },
    languages: new Map(
      Object.entries(generation?.lang_to_id ?? {}).map(([name, token]) => [
        name.slice(2, -2),
        token,
      ]),
    ),
    batches: true,
    first: id('<|startoftranscript|>'),
    async hear(samples) {
      const mel = logMel(samples, FRAMES);
      const features = float32(mel, [1, mel.length / FRAMES, FRAMES]);
      const out = await encoder.run({ input_features: features });
      return out['last_hidden_state'] as OrtTensor;
    },
    start({ prompt, translate, withTimes }, language) {
      const start = ['<|startoftranscript|>'];
      // A model for English alone has tokens for neither language nor task.
      if (language !== null) {
        start.push(`<|${language}|>`, translate ? '<|translate|>' : '<|transcribe|>');
      }
      if (!withTimes) start.push('<|notimestamps|>');
      return [...told(prompt), ...start.map(id)];
    },
    most: (start) => longest - start.length,
  };
}

interface MoonshineFacts {
  config: {
    hidden_size: number;
    decoder_num_attention_heads: number;
    decoder_start_token_id: number;
    eos_token_id: number;
    max_position_embeddings: number;
  };
}

function toMoonshine(
  tokenizer: PreTrainedTokenizer,
  model: unknown,
  decoder: LoopSession,
): SpeechFamily {
  const { config } = model as MoonshineFacts;
  const { hidden_size: size, decoder_num_attention_heads: heads } = config;
  const encoder = sessionOf(model, 'model');
  return {
    tokenizer,
    decoder,
    shape: { heads, size: size / heads },
    tokens: { end: config.eos_token_id, noTimestamps: Infinity, firstTime: Infinity },
    languages: new Map(),
    batches: false,
    first: null,
    async hear(samples) {
      const out = await encoder.run({ input_values: float32(samples, [1, samples.length]) });
      return out['last_hidden_state'] as OrtTensor;
    },
    start: () => [config.decoder_start_token_id],
    most: (start, samples) =>
      Math.min(
        config.max_position_embeddings - start.length,
        Math.max(1, Math.floor((samples / 16_000) * MOONSHINE_RATE)),
      ),
  };
}

/** The bands of the model's own feature extractor: [bands × 201]. */
function filtersOf(processor: Processor): number[][] {
  const filters: number[][] | undefined = processor.feature_extractor?.config?.mel_filters;
  if (!filters) throw new Error('The model has no feature extractor for speech.');
  return filters;
}
