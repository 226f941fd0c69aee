import type { SpeechSegment } from '#engine/tasks.ts';

/** Segments as SubRip text. */
export function toSrt(segments: readonly SpeechSegment[]): string {
  return segments
    .map((s, i) => `${i + 1}\n${clock(s.start, ',')} --> ${clock(s.end, ',')}\n${s.text.trim()}\n`)
    .join('\n');
}

/** Segments as WebVTT. @see https://www.w3.org/TR/webvtt1/ */
export function toVtt(segments: readonly SpeechSegment[]): string {
  const cues = segments.map(
    (s) => `${clock(s.start, '.')} --> ${clock(s.end, '.')}\n${escapeCue(s.text.trim())}\n`,
  );
  return ['WEBVTT\n', ...cues].join('\n');
}

/** OpenAI's `verbose_json`, with what this service knows: no probabilities are invented. */
export function toVerboseJson(
  segments: readonly SpeechSegment[],
  facts: { task: 'transcribe' | 'translate'; language: string; durationSeconds: number },
) {
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

function clock(seconds: number, mark: ',' | '.'): string {
  const ms = Math.max(0, Math.round(seconds * 1000));
  const two = (n: number) => String(Math.floor(n)).padStart(2, '0');
  const rest = String(ms % 1000).padStart(3, '0');
  return `${two(ms / 3_600_000)}:${two((ms / 60_000) % 60)}:${two((ms / 1000) % 60)}${mark}${rest}`;
}

function escapeCue(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function round(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}
