/** A stretch of speech. Seconds from the start of the recording. */
export interface Segment {
  text: string;
  start: number;
  end: number;
}

/** A segment with who says it, where that is known. */
export interface SpokenSegment extends Segment {
  speaker: string | null;
}
