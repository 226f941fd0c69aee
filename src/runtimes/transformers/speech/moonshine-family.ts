import type { PreTrainedTokenizer } from '@huggingface/transformers';
import { SAMPLE_RATE } from '#base/audio.ts';
import {
  float32,
  type LoopSession,
  type OrtTensor,
  sessionOf,
} from '#runtimes/transformers/ort/session.ts';
import type { SpeechFamily } from './speech-family.ts';
import { plainTokens } from './token-rules.ts';

/** Moonshine's maximum of tokens per second of sound (its authors' figure, against loops). */
const MOONSHINE_RATE = 6.5;

interface MoonshineFacts {
  config: {
    hidden_size: number;
    decoder_num_attention_heads: number;
    decoder_start_token_id: number;
    eos_token_id: number;
    max_position_embeddings: number;
  };
}

export function toMoonshine(
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
    tokens: plainTokens(config.eos_token_id),
    languages: new Map(),
    thresholds: { compressionRatio: null, logprob: null, noSpeech: null },
    beams: 1,
    noSpeech: null,
    alignmentHeads: [],
    first: null,
    async encode(samples) {
      const out = await encoder.run({ input_values: float32(samples, [1, samples.length]) });
      return out['last_hidden_state'] as OrtTensor;
    },
    start: () => [config.decoder_start_token_id],
    maxTokens: (start, samples) =>
      Math.min(
        config.max_position_embeddings - start.length,
        Math.max(1, Math.floor((samples / SAMPLE_RATE) * MOONSHINE_RATE)),
      ),
  };
}
