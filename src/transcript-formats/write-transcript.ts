import { clock, shortClock } from './clock.ts';
import { csvCell } from './csv-cell.ts';
import { joinTexts } from './join-texts.ts';
import { roundOverlaps } from './overlaps.ts';
import type { Segment, SpokenSegment } from './segment.ts';
import { settleCues, toCues, toSrt, toVtt } from './subtitles.ts';
import { toVerboseJson } from './verbose-json.ts';
import { markWords } from './words-like-names.ts';

export const TRANSCRIPT_FORMATS = ['txt', 'srt', 'vtt', 'json', 'csv', 'md'] as const;
export type TranscriptFormat = (typeof TRANSCRIPT_FORMATS)[number];

export interface WriteOptions {
  times: boolean;
  speakers: boolean;
  /** Most characters of a subtitle's line; null leaves segments as they are. */
  lineLength: number | null;
}

export interface Transcript {
  title: string;
  /** The recording, by which an import of `json` finds that it is here already. */
  recording?: { id: string; name: string; model: string };
  /** English name of the language spoken. */
  language: string;
  durationSeconds: number;
  translated: boolean;
  segments: readonly SpokenSegment[];
}

/** A transcript as the text of a file. `json` is `verbose_json` of `/v1/audio/transcriptions`. */
export function writeTranscript(
  transcript: Transcript,
  format: TranscriptFormat,
  options: WriteOptions,
): string {
  const { segments } = transcript;
  switch (format) {
    case 'txt':
      return plain(segments, options);
    case 'srt':
      return toSrt(cues(segments, options));
    case 'vtt':
      return toVtt(cues(segments, options));
    case 'json':
      return json(transcript, options);
    case 'csv':
      return csv(segments, options);
    case 'md':
      return markdown(transcript, options);
  }
}

const named = ({ speaker, text }: SpokenSegment, speakers: boolean) =>
  speakers && speaker ? `${speaker}: ${text.trim()}` : text.trim();

/** Without times and speakers running text; else a line for each segment. */
function plain(segments: readonly SpokenSegment[], { times, speakers }: WriteOptions): string {
  if (!times && !(speakers && segments.some((s) => s.speaker))) {
    return `${joinTexts(segments.map((s) => s.text))}\n`;
  }
  const line = (s: SpokenSegment) => {
    if (!times) return named(s, speakers);
    // It is read back, also the words that look like a name.
    const words = speakers && s.speaker ? named(s, true) : markWords(s.text.trim());
    return `[${shortClock(s.start)}] ${words}`;
  };
  return `${segments.map(line).join('\n')}\n`;
}

/** The subtitles of a transcript: its segments, or by the rules of subtitles where lines have a length. */
export function cues(
  segments: readonly SpokenSegment[],
  { speakers, lineLength }: WriteOptions,
): Segment[] {
  const spoken = segments.map((s) => ({ ...s, text: named(s, speakers) }));
  return lineLength === null ? spoken : settleCues(toCues(spoken, lineLength));
}

function json(transcript: Transcript, { speakers }: WriteOptions): string {
  const { translated, segments, recording } = transcript;
  const whole = toVerboseJson(segments, {
    ...transcript,
    task: translated ? 'translate' : 'transcribe',
  });
  const withSpeakers = whole.segments.map((s, i) => {
    const { speaker = null, overlaps } = segments[i] ?? {};
    return speakers && speaker ? { ...s, speaker, ...roundOverlaps(overlaps) } : s;
  });
  const all = { ...whole, segments: withSpeakers, ...(recording && { recording }) };
  return `${JSON.stringify(all, null, 2)}\n`;
}

/** @see https://www.rfc-editor.org/rfc/rfc4180 */
function csv(segments: readonly SpokenSegment[], { times, speakers }: WriteOptions): string {
  const head = [...(times ? ['start', 'end'] : []), ...(speakers ? ['speaker'] : []), 'text'];
  const rows = segments.map((s) => [
    ...(times ? [s.start.toFixed(3), s.end.toFixed(3)] : []),
    ...(speakers ? [s.speaker ?? ''] : []),
    s.text.trim(),
  ]);
  return [head, ...rows].map((row) => `${row.map(csvCell).join(',')}\r\n`).join('');
}

function markdown(transcript: Transcript, { times, speakers }: WriteOptions): string {
  const lines = transcript.segments.map((s) => {
    const who = speakers && s.speaker ? `**${s.speaker}:** ` : '';
    return `${times ? `\`${clock(s.start, '.').slice(0, 8)}\` ` : ''}${who}${s.text.trim()}`;
  });
  return `# ${transcript.title}\n\n${lines.join('\n\n')}\n`;
}
