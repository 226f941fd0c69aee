import type { PreTrainedTokenizer } from '@huggingface/transformers';
import type { SpeechTask } from '#engine/tasks.ts';
import type { LoopSession, OrtTensor } from '#runtimes/transformers/ort/session.ts';
import type { Thresholds } from './decode-fallback.ts';
import type { SpeechShape } from './speech-decoder.ts';
import type { SpeechTokens } from './token-rules.ts';

/** A model that writes down speech: how it reads a window, and how its answers begin and end. */
export interface SpeechFamily {
  tokenizer: PreTrainedTokenizer;
  decoder: LoopSession;
  shape: SpeechShape;
  tokens: SpeechTokens;
  /** Codes of the languages it detects, with their tokens. */
  languages: ReadonlyMap<string, number>;
  /** When an answer is not believed. */
  thresholds: Thresholds;
  /** Maximum of hypotheses that a search continues; 1 is greedy. */
  beams: number;
  /** The no-speech token; null when there is none. */
  noSpeech: number | null;
  /** Attention heads that follow the sound, as [layer, head]. */
  alignmentHeads: readonly (readonly [number, number])[];
  /**
   * Encoder states of a window: [1, frames, size]. `isShort`: of the sound and a second after it, where the model can
   * read less than its whole window.
   */
  encode: (samples: Float32Array, isShort?: boolean) => Promise<OrtTensor>;
  /** Tokens an answer begins with. `language`: one of `languages`, or null. */
  start: (task: StartFacts, language: string | null) => number[];
  /** The token before the first of a language; null where it has none. */
  first: number | null;
  /** Maximum of generated tokens for a window of the given samples. */
  maxTokens: (start: readonly number[], samples: number) => number;
}

/** What decides how an answer begins. `context`: text before it. */
interface StartFacts extends Pick<SpeechTask, 'translate' | 'withTimes'> {
  context: string;
}
