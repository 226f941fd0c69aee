import { assignSpeakers } from './assign-speakers.ts';
import type { Segment } from './segment.ts';

interface Turn {
  start: number;
  end: number;
  speaker: string;
}

/** A segment of OpenAI's `diarized_json`, as its stream sends it, too. */
export interface DiarizedSegment {
  type: 'transcript.text.segment';
  id: string;
  start: number;
  end: number;
  text: string;
  speaker: string;
}

/** OpenAI's `diarized_json`. */
export function toDiarizedJson(
  segments: readonly Segment[],
  turns: readonly Turn[],
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

/** Text by who says it. Without any text: the turns alone. */
export function toDiarizedSegments(
  segments: readonly Segment[],
  turns: readonly Turn[],
): DiarizedSegment[] {
  const spoken =
    segments.length > 0
      ? assignSpeakers(segments, turns, (word) => word.text)
      : turns.map((turn) => ({ ...turn, text: '' }));
  return spoken.map(({ start, end, text, speaker }, i) => ({
    type: 'transcript.text.segment',
    id: `seg_${i}`,
    start: round(start),
    end: round(end),
    text,
    speaker: speaker ?? 'A',
  }));
}

const round = (seconds: number) => Math.round(seconds * 100) / 100;
