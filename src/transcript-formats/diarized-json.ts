import { assignSpeakers } from './assign-speakers.ts';
import { type Overlap, roundOverlaps, type Turn } from './overlaps.ts';
import type { Segment, SpokenSegment } from './segment.ts';

/** A segment of OpenAI's `diarized_json`, as its stream sends it, too. */
export interface DiarizedSegment {
  type: 'transcript.text.segment';
  id: string;
  start: number;
  end: number;
  text: string;
  speaker: string;
  /** Who else speaks in it, without words of their own: an extension. */
  overlaps?: Overlap<string>[];
}

/** OpenAI's `diarized_json`. */
export function toDiarizedJson(
  segments: readonly Segment[],
  turns: readonly Turn<string>[],
  seconds: number,
) {
  const text = segments
    .map((segment) => segment.text)
    .join('')
    .trim();
  return {
    task: 'transcribe',
    duration: round(seconds),
    text,
    segments: toDiarizedSegments(segments, turns),
    usage: { type: 'duration', seconds: Math.ceil(seconds) },
  };
}

/** Text by who says it, with who else speaks. Without any text: the turns alone, which overlap. */
export function toDiarizedSegments(
  segments: readonly Segment[],
  turns: readonly Turn<string>[],
): DiarizedSegment[] {
  const spoken: SpokenSegment[] =
    segments.length > 0
      ? assignSpeakers(segments, turns, (word) => word.text)
      : turns.map((turn) => ({ ...turn, text: '' }));
  return spoken.map(({ start, end, text, speaker, overlaps }, i) => ({
    type: 'transcript.text.segment',
    id: `seg_${i}`,
    start: round(start),
    end: round(end),
    text,
    speaker: speaker ?? 'A',
    ...roundOverlaps(overlaps),
  }));
}

const round = (seconds: number) => Math.round(seconds * 100) / 100;
