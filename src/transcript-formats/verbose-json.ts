import type { Segment } from './segment.ts';

interface Facts {
  task: 'transcribe' | 'translate';
  /** English name of the language spoken. */
  language: string;
  durationSeconds: number;
}

/** OpenAI's `verbose_json`, with what this service knows: no probabilities are invented. */
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
      start: round(s.start),
      end: round(s.end),
      text: s.text,
    })),
  };
}

function round(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}
