import type { Recording, StoredSegment } from '#storage/transcript-records.ts';
import type { Transcript } from '#transcript-formats/write-transcript.ts';

/** Converts a stored recording for export, with speakers by name. */
export function toTranscript(recording: Recording, segments: readonly StoredSegment[]): Transcript {
  const names = new Map(recording.speakers.map(({ id, name }) => [id, name]));
  const code = recording.detectedLanguage ?? recording.language ?? 'en';
  const language = new Intl.DisplayNames(['en'], { type: 'language' }).of(code) ?? code;
  return {
    title: recording.name.replace(/\.[^.]+$/, ''),
    language: language.toLowerCase(),
    durationSeconds: recording.seconds,
    translated: recording.translate,
    segments: segments.map(({ text, start, end, speaker, words }) => ({
      text,
      start,
      end,
      ...(words && { words: words.map(({ word, ...rest }) => ({ ...rest, text: word })) }),
      speaker: speaker === null ? null : (names.get(speaker) ?? null),
    })),
  };
}
