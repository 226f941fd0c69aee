/** A stretch of speech. Seconds from the start of the recording. */
export interface Segment {
  text: string;
  start: number;
  end: number;
  /** How it was decoded, as far as the model reports it. */
  decoding?: Decoding;
}

/** Figures of one decoded segment, as Whisper reports them. */
interface Decoding {
  /** Seconds from the start of the recording to that of the window it was decoded in. */
  windowStart?: number;
  tokens?: readonly number[];
  /** The temperature in use, which may be higher than the requested one after a failed try. */
  temperature?: number;
  averageLogprob?: number;
  compressionRatio?: number;
  noSpeechProbability?: number;
}

/** A segment with who says it, where that is known. */
export interface SpokenSegment extends Segment {
  speaker: string | null;
}
