import type { Segment } from './segment.ts';

interface Facts {
  task: 'transcribe' | 'translate';
  /** English name of the language spoken. */
  language: string;
  durationSeconds: number;
  /** The requested temperature; 0 where it is not known. */
  temperature?: number;
}

/**
 * OpenAI's `verbose_json`. Its clients refuse a segment that lacks any of these keys; where the model
 * does not report a figure, its value is the neutral one: no tokens, a log probability of 0, a ratio of 1.
 */
export function toVerboseJson(segments: readonly Segment[], facts: Facts) {
  return {
    task: facts.task,
    language: facts.language,
    duration: round(facts.durationSeconds),
    text: segments
      .map((s) => s.text)
      .join('')
      .trim(),
    segments: segments.map((s, id) => ({
      id,
      seek: Math.round((s.decoding?.windowStart ?? s.start) * 100),
      start: round(s.start),
      end: round(s.end),
      text: s.text,
      tokens: s.decoding?.tokens ?? [],
      temperature: s.decoding?.temperature ?? facts.temperature ?? 0,
      avg_logprob: s.decoding?.averageLogprob ?? 0,
      compression_ratio: s.decoding?.compressionRatio ?? 1,
      no_speech_prob: s.decoding?.noSpeechProbability ?? 0,
    })),
  };
}

function round(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}
