import type { Segment, Word } from './segment.ts';

interface Facts {
  task: 'transcribe' | 'translate';
  /** English name of the language spoken. */
  language: string;
  durationSeconds: number;
  /** The requested temperature; 0 where it is not known. */
  temperature?: number;
  /** Stretches that have no text, where that is known. */
  leftOut?: readonly LeftOutSpan[];
}

/** A stretch of the recording that has no text, and why. Seconds. */
export interface LeftOutSpan {
  start: number;
  end: number;
  reason: string;
}

/**
 * OpenAI's `verbose_json`. Its clients refuse a segment that lacks any of these keys; where the model
 * does not report a figure, its value is the neutral one: no tokens, a log probability of 0, a ratio of 1.
 */
export function toVerboseJson(segments: readonly Segment[], facts: Facts) {
  const words = segments.flatMap((s) => s.words ?? []);
  const { leftOut = [] } = facts;
  return {
    task: facts.task,
    language: facts.language,
    duration: round(facts.durationSeconds),
    text: segments
      .map((s) => s.text)
      .join('')
      .trim(),
    segments: segments.map((s, id) => toSegment(s, id, facts)),
    ...(segments.some((s) => s.words) ? { words: words.map(toWord) } : {}),
    ...(leftOut.length > 0
      ? { left_out: leftOut.map((s) => ({ ...s, start: round(s.start), end: round(s.end) })) }
      : {}),
  };
}

function toSegment({ text, start, end, windowStart, decoding }: Segment, id: number, facts: Facts) {
  return {
    id,
    seek: Math.round(100 * (windowStart ?? start)),
    start: round(start),
    end: round(end),
    text,
    tokens: decoding?.tokens ?? [],
    temperature: decoding?.temperature ?? facts.temperature ?? 0,
    avg_logprob: decoding?.avgLogprob ?? 0,
    compression_ratio: decoding?.compressionRatio ?? 1,
    no_speech_prob: decoding?.noSpeechProb ?? 0,
  };
}

/** A word as the API shows it. */
export function toWord({ text, start, end, probability }: Word) {
  return { word: text.trim(), start: round(start), end: round(end), probability };
}

function round(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}
