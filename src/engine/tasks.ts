import type { OcrTask, ReadPage } from './ocr-task.ts';
import type { Sampling } from './sampling.ts';

/** The tasks of the engine. Plain values: they cross threads by structured clone. */

export interface ChatTurn {
  role: 'system' | 'user' | 'assistant' | 'tool';
  /** Text of all text parts, joined by line feeds. */
  text: string;
  /** Encoded image files, in order. */
  images?: Blob[];
  /** Mono samples, −1…1, 16 000 Hz, in order. */
  audio?: Float32Array[];
  toolCalls?: { id: string; name: string; argumentsText: string }[];
  toolCallId?: string;
}

export interface ToolSpec {
  name: string;
  description: string;
  /** JSON Schema of the arguments, type object. */
  parameters: Record<string, unknown>;
}

export type ToolChoice = 'none' | 'auto' | 'required' | { name: string };

export type OutputFormat =
  | { kind: 'text' }
  | { kind: 'json' }
  | { kind: 'schema'; name: string; schema: Record<string, unknown> }
  /** Text that a schema of strings accepts, without quotes. */
  | { kind: 'plain'; schema: Record<string, unknown> };

/** Text to continue verbatim, without a chat template. */
export interface RawPrompt {
  /** Text, or token ids of the model. */
  prompt: string | readonly number[];
  /** Text that comes after the answer; null for none. Only for models trained to fill in. */
  suffix: string | null;
  /** Whether the prompt is reported before the answer, with log-probabilities if requested. */
  echo: boolean;
}

/** A token of a prompt. */
export interface PromptToken extends Omit<TokenLogprob, 'logprob'> {
  /** Null for the first one, which nothing comes before. */
  logprob: number | null;
}

export interface ChatTask {
  kind: 'chat';
  turns: ChatTurn[];
  /** Most tokens of the answer. */
  maxTokens: number;
  /** Values that are our defaults, not the client's: another server applies its own. */
  defaults?: readonly ('temperature' | 'maxTokens')[];
  /** Maximum tokens of prompt and answer together: the runtime ends the answer there. */
  contextTokens: number;
  sampling: Sampling;
  /** Sequences that end the answer and are not part of it. */
  stop: string[];
  tools: ToolSpec[];
  toolChoice: ToolChoice;
  /** Most calls of one answer; any number when absent. */
  maxCalls?: number;
  format: OutputFormat;
  /** Alternatives to report per token; null reports nothing. */
  topLogprobs: number | null;
  /** Whether a model that can reason before it answers may; it may when absent. */
  mayThink?: boolean;
  /** In place of `turns`. */
  raw?: RawPrompt;
  /** Milliseconds that text waits for more before it crosses threads; a few when absent. */
  joinMs?: number;
  /** Whether the first event is the prompt in the model's own template. */
  showsPrompt?: boolean;
}

export interface EmbedTask {
  kind: 'embed';
  texts: string[];
}

/** How well each document answers a query. Answered as `vectors` of one number each: logits. */
export interface RerankTask {
  kind: 'rerank';
  query: string;
  documents: string[];
}

export interface SpeechTask {
  kind: 'speech';
  /** A window of a recording: mono samples, −1…1, 16 000 Hz, at most 30 s. */
  samples: Float32Array;
  /** Whether the recording ends with this window. */
  isLast: boolean;
  /** Code of the language spoken; null detects it where the model can, among the codes of `among` where there are any. */
  language: string | null;
  among?: readonly string[];
  translate: boolean;
  /** What the speaker may say, or how names are spelled; empty for nothing. */
  prompt: string;
  /** Names and terms whose spelling is preferred where the sound leaves it open; absent for none. */
  vocabulary?: readonly string[];
  /** Text of the windows before; empty for none. */
  previousText: string;
  /** 0 raises it by itself where an answer cannot be right. */
  temperature: number;
  withTimes: boolean;
  /** Whether words get their own times; only for models that can. */
  withWords: boolean;
  /**
   * The window is the sound so far of speech that continues: a quick answer counts, not the best one. `said`: its first
   * words, which are certain, up to second `until`; the answer continues them and does not contain them. `likely`: how
   * many times likelier than the others some languages are, by their codes, whatever the sound is.
   */
  live?: { said: string; until: number; likely?: Readonly<Record<string, number>> };
}

/** Text to be read aloud. */
export interface VoiceTask {
  kind: 'voice';
  text: string;
  /** One of the model's voices. */
  voice: string;
  /** 1 is the voice's own pace, 2 twice as fast. */
  speed: number;
  /** Makes the noise of the voice repeatable; null chooses one. */
  seed: number | null;
}

/** When a word of a text is said; the characters that it stands for, in UTF-16 units. */
export interface SpokenWordTime {
  startChar: number;
  endChar: number;
  /** Seconds from the start of the event's samples. */
  start: number;
  end: number;
}

/** The voices in a stretch of a recording: the first of two steps to who speaks when. */
export interface VoicesTask {
  kind: 'voices';
  /** Mono samples, −1…1, 16 000 Hz: the stretch, and where there is more, 2.5 s on both sides. */
  samples: Float32Array;
  /** Second of the recording at which the samples start. */
  start: number;
  /** Seconds of the recording in which voices are reported: at most a few minutes. */
  from: number;
  to: number;
}

/** At most two seconds of a recording in which a voice speaks without a pause. */
export interface LocalVoice {
  start: number;
  end: number;
  /** The same for pieces that one window took for one voice. */
  track: string;
  /** Seconds in which no other voice speaks. */
  alone: number;
  /** Its embedding; null where there is too little sound. */
  vector: Float32Array | null;
}

/** Who of `min` to `max` speakers speaks when in a recording, from the voices of all its stretches. */
export interface TurnsTask {
  kind: 'turns';
  voices: readonly LocalVoice[];
  min: number;
  max: number;
  /** Voices to be recognised, each from a recording of one person. */
  known: readonly (readonly LocalVoice[])[];
  /** Speakers of the answer before, each by some pieces, to be recognised again. */
  earlier?: readonly (readonly LocalVoice[])[];
}

/** Seconds in which one speaker talks; turns of several may overlap. */
export interface SpeakerTurn {
  start: number;
  end: number;
  /** 0 for the one who talks first. */
  speaker: number;
}

/** Turns, and for each speaker the voice of `known`, and of `earlier`, that it is; null for none. */
export interface FoundTurns {
  turns: SpeakerTurn[];
  known: (number | null)[];
  earlier: (number | null)[];
}

export type Task =
  | ChatTask
  | EmbedTask
  | RerankTask
  | SpeechTask
  | VoiceTask
  | VoicesTask
  | TurnsTask
  | OcrTask;

export type FinishReason = 'stop' | 'length' | 'tool_calls' | 'content_filter';

export interface TokenLogprob {
  token: string;
  logprob: number;
  bytes: number[];
  top: { token: string; logprob: number; bytes: number[] }[];
}

export interface SpeechWord {
  text: string;
  /** Seconds from the start of the window. */
  start: number;
  end: number;
  /** 0…1 */
  probability: number;
}

export interface SpeechSegment {
  text: string;
  /** Seconds from the start of the window. */
  start: number;
  end: number;
  words?: SpeechWord[];
  /** How it was decoded, for models that decode tokens. */
  decoding?: SegmentDecoding;
}

/** Figures of a segment, or of its window where the reference defines them per window. */
interface SegmentDecoding {
  /** With timestamps. */
  tokens: number[];
  temperature: number;
  avgLogprob: number;
  compressionRatio: number;
  noSpeechProb: number;
}

/** Why a window has no words: no speech, a loop, or words faster than anyone speaks. */
export type LeftOut = 'no-speech' | 'repeated' | 'implausible';

export interface SpokenLanguage {
  /** Code that the model detected or was given; null when it has no languages. */
  language: string | null;
  /** How likely it is, 0 to 1; absent where it was given or the model does not say. */
  languageProbability?: number;
}

/** A window is transcribed. */
export interface WindowEvent extends SpokenLanguage {
  type: 'window';
  leftOut: LeftOut | null;
  /** Seconds of the window that are transcribed: the next window starts there. */
  transcribedSeconds: number;
}

/** What a running task says, in this order: one `start`, any number in between, one `end`. */
export type TaskEvent =
  | { type: 'start'; promptTokens: number; cachedTokens: number }
  /** How much of a long prompt has been read: tokens of `total`; or only that it makes progress. */
  | { type: 'reading'; done: number; total: number }
  | { type: 'working' }
  /** The prompt of a task that echoes or shows it; `tokens` only where log-probabilities are requested. */
  | { type: 'prompt'; text: string; tokens: PromptToken[] }
  | { type: 'text'; text: string; tokens: number; logprobs?: TokenLogprob[] }
  | { type: 'reasoning'; text: string; tokens: number }
  | { type: 'tool-call'; index: number; id: string; name: string }
  | { type: 'tool-arguments'; index: number; text: string; tokens: number }
  | { type: 'vectors'; data: Float32Array; size: number; texts: number }
  /** In time order. */
  | { type: 'segment'; segment: SpeechSegment; tokens: number }
  | WindowEvent
  /** A sentence read aloud: mono samples, −1…1. */
  | { type: 'audio'; samples: Float32Array; sampleRate: number; words: SpokenWordTime[] }
  | { type: 'voices'; voices: LocalVoice[] }
  | ({ type: 'turns' } & FoundTurns)
  | { type: 'page'; page: ReadPage }
  | {
      type: 'end';
      reason: FinishReason;
      completionTokens: number;
      reasoningTokens: number;
      /** Which of `stop` ended the answer, where the runtime knows. */
      stopSequence?: string;
      /** Tokens of the prompt, where they are known only now. */
      prompt?: { tokens: number; cached: number };
    };
