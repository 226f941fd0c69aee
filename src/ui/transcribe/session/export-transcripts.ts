import type { Recording, StoredSegment } from '#storage/transcript-records.ts';
import { csvFile } from '#transcript-formats/csv-cell.ts';
import { nameOverlaps } from '#transcript-formats/overlaps.ts';
import {
  cues,
  type Transcript,
  type TranscriptFormat,
  type WriteOptions,
  writeTranscript,
} from '#transcript-formats/write-transcript.ts';
import { transcribeText } from '#ui/messages/transcribe.ts';
import { exportChosen } from '#ui/state/transfers.ts';
import { nameFile } from './file-names.ts';

/** The formats of an exported transcript: those that are text, Word's, and everything for another Alcove. */
export type ExportFormat = TranscriptFormat | 'docx' | 'ndjson';

/** A recording with its transcript. */
export interface WholeTranscript {
  recording: Recording;
  segments: readonly StoredSegment[];
}

const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

/** How transcripts are written, and the pattern of their files' names. */
export type ExportOptions = WriteOptions & { pattern: string };

/** A transcript as a file. */
async function exportFile(
  { recording, segments }: WholeTranscript,
  format: Exclude<ExportFormat, 'ndjson'>,
  options: WriteOptions,
  stem: string,
): Promise<File> {
  const name = `${stem}.${format}`;
  const transcript = toTranscript(recording, segments);
  if (format !== 'docx') {
    const text = writeTranscript(transcript, format, options);
    const type = 'text/plain;charset=utf-8';
    return format === 'csv' ? new File([csvFile([text])], name) : new File([text], name, { type });
  }
  const { writeDocx } = await import('#transcript-formats/docx.ts');
  return new File([writeDocx(transcript, options)], name, { type: WORD });
}

/** The subtitles of transcripts. */
export const subtitlesOf = (all: readonly WholeTranscript[], options: WriteOptions) =>
  all.flatMap(({ recording, segments }) =>
    cues(toTranscript(recording, segments).segments, options),
  );

/** Several transcripts as one file: an archive with a file for each. */
export async function exportFiles(
  all: readonly WholeTranscript[],
  format: Exclude<ExportFormat, 'ndjson'>,
  { pattern, ...options }: ExportOptions,
): Promise<File> {
  const nameOf = (one: WholeTranscript, i: number) =>
    nameFile(pattern, one.recording, i, all.length);
  const files = await Promise.all(
    all.map((one, i) => exportFile(one, format, options, nameOf(one, i))),
  );
  const [only] = files;
  if (only && files.length === 1) return only;
  const { zipFiles } = await import('#transcript-formats/zip-files.ts');
  const data = await zipFiles(files);
  return new File([data], `${transcribeText.exportedArchive}.zip`, { type: 'application/zip' });
}

/** Saves everything of recordings, with their sound, for another Alcove; a toast says what became of it. */
export async function exportWhole(
  recordings: readonly Recording[],
  pattern: string,
): Promise<void> {
  const [only] = recordings.length === 1 ? recordings : [];
  const name = only ? nameFile(pattern, only, 0, 1) : transcribeText.exportedArchive;
  await exportChosen({ kind: 'transcripts', ids: recordings.map(({ id }) => id) }, name);
}

/** Converts a stored recording for export, with speakers by name. */
function toTranscript(recording: Recording, segments: readonly StoredSegment[]): Transcript {
  const names = new Map(recording.speakers.map(({ id, name }) => [id, name]));
  const code = recording.detectedLanguage ?? recording.language ?? 'en';
  const language = new Intl.DisplayNames(['en'], { type: 'language' }).of(code) ?? code;
  return {
    title: recording.name.replace(/\.[^.]+$/, ''),
    recording: { id: recording.id, name: recording.name, model: recording.model },
    language: language.toLowerCase(),
    durationSeconds: recording.seconds,
    translated: recording.translate,
    segments: segments.map(({ text, start, end, speaker, words, overlaps }) => ({
      text,
      start,
      end,
      ...(words && { words: words.map(({ word, ...rest }) => ({ ...rest, text: word })) }),
      speaker: speaker === null ? null : (names.get(speaker) ?? null),
      ...(overlaps && { overlaps: nameOverlaps(overlaps, (one) => names.get(one)) }),
    })),
  };
}
