import type { Overlap } from './overlaps.ts';

/** A stretch of speech. Seconds from the start of the recording. */
export interface Segment {
  text: string;
  start: number;
  end: number;
  words?: readonly Word[];
  /** Start of the window it was decoded in. */
  windowStart?: number;
  /** How it was decoded, for models that report it. */
  decoding?: Decoding;
}

export interface Word {
  text: string;
  start: number;
  end: number;
  /** 0…1 */
  probability: number;
}

/** Figures of one decoded segment, as Whisper reports them. */
interface Decoding {
  tokens: readonly number[];
  /** The temperature in use, which may be higher than the requested one after a failed try. */
  temperature: number;
  avgLogprob: number;
  compressionRatio: number;
  noSpeechProb: number;
}

/** A segment with who says it, where that is known. */
export interface SpokenSegment extends Segment {
  speaker: string | null;
  /** Who else speaks in it, and when. */
  overlaps?: readonly Overlap<string>[];
}
