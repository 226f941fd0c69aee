import type {
  FolderRecording,
  KnownVoice,
  LiveEdit,
  Recording,
  RecordingFile,
  RecordingFolder,
  RecordingMark,
  RecordingNotes,
  RecordingPart,
  RecordingPeaks,
  Speaker,
  SpeakerCount,
  StoredOverlap,
  StoredSegment,
  StoredWord,
} from '#storage/transcript-records.ts';
import {
  amount,
  blob,
  bytes,
  flag,
  folderHandle,
  id,
  label,
  list,
  name,
  nullable,
  oneOf,
  optional,
  type RowParser,
  row,
  sentence,
  text,
  time,
  vocabulary,
  z,
} from './fields.ts';

/** Seconds of the longest recording that is plausible: a year. */
const MAX_SECONDS = 31_536_000;
const seconds = () => amount(MAX_SECONDS);

const speaker = row<Speaker>({ id, name: name('Speaker') });
/** Speakers of one recording: each is drawn in a list. */
export const MAX_NAMED_SPEAKERS = 1_000;

export const knownVoice: RowParser<KnownVoice> = row<KnownVoice>({
  id,
  name: name('Speaker'),
  clip: blob,
  source: name('Recording'),
  addedAt: time(),
});

const MAX_SPEAKERS = 50;
const speakerCount = row<SpeakerCount>({
  min: amount(MAX_SPEAKERS),
  max: amount(MAX_SPEAKERS),
});

const leftOut = row<Recording['leftOut'][number]>({
  start: seconds(),
  end: seconds(),
  why: oneOf(['no-speech', 'repeated', 'implausible', 'unreadable'], 'implausible'),
});

/** Moments that a person marks, and stretches that are written over: far more than anybody makes. */
const MAX_NOTES = 10_000;
const marks = list(row<RecordingMark>({ id, second: seconds(), text: text() }), MAX_NOTES);
const edits = list(row<LiveEdit>({ start: seconds(), end: seconds(), text: text() }), MAX_NOTES);

export const recordingNotes: RowParser<RecordingNotes> = row<RecordingNotes>({ id, marks, edits });

export const recording: RowParser<Recording> = row<Recording>({
  id,
  name: name('Recording'),
  type: name(''),
  sizeBytes: amount(),
  addedAt: time(),
  order: z.catch(z.number(), 0),
  // Without a valid state the recording is paused, and a person resumes it.
  state: oneOf(
    ['recording', 'waiting', 'running', 'paused', 'cancelled', 'done', 'failed'],
    'paused',
  ),
  error: nullable(sentence),
  model: name(''),
  language: nullable(label),
  detectedLanguage: nullable(label),
  translate: flag(),
  seconds: seconds(),
  tracks: optional(amount()),
  windowsDone: amount(),
  doneSeconds: seconds(),
  speakers: list(speaker, MAX_NAMED_SPEAKERS),
  speakerCount: optional(speakerCount),
  vocabulary: optional(vocabulary),
  leftOut: list(leftOut),
  marks: optional(marks),
  edits: optional(edits),
  revision: nullable(id),
});

export const recordingFile: RowParser<RecordingFile> = row<RecordingFile>({ id, data: blob });

/** Files of one folder, with those that are not there any more. */
const MAX_FOLLOWED = 10_000;

export const recordingFolder: RowParser<RecordingFolder> = row<RecordingFolder>({
  id,
  name: name('Folder'),
  handle: folderHandle(),
  options: row<RecordingFolder['options']>({
    model: name(''),
    language: nullable(label),
    translate: flag(),
    speakerCount: optional(speakerCount),
    vocabulary: optional(vocabulary),
  }),
  files: list(
    row<FolderRecording>({
      path: label,
      recordingId: nullable(id),
      bytes: amount(),
      modifiedAt: time(),
    }),
    MAX_FOLLOWED,
  ),
  lookedAt: time(),
});

export const recordingPart: RowParser<RecordingPart> = row<RecordingPart>({
  id: z.number(),
  recordingId: id,
  data: blob,
});

export const recordingPeaks: RowParser<RecordingPeaks> = row<RecordingPeaks>({
  id,
  peaks: bytes,
});

/** Stretches of a segment in which somebody else speaks: it is half a minute long. */
const MAX_OVERLAPS = 100;
const overlaps = list(
  row<StoredOverlap>({ start: seconds(), end: seconds(), speaker: id }),
  MAX_OVERLAPS,
);

/** By hand: a transcript of an hour has ten thousand words, and a page reads them all. */
const words = z.custom<StoredWord[]>(
  (value) => Array.isArray(value) && value.every((one) => isWord(one)),
);

function isWord(value: unknown): boolean {
  const { word, start, end, probability } = (value ?? {}) as Partial<Record<string, unknown>>;
  const isAmount = (amount: unknown, max: number) =>
    typeof amount === 'number' && amount >= 0 && amount <= max;
  return (
    typeof word === 'string' &&
    isAmount(start, MAX_SECONDS) &&
    isAmount(end, MAX_SECONDS) &&
    isAmount(probability, 1)
  );
}

export const segment: RowParser<StoredSegment> = row<StoredSegment>({
  id,
  recordingId: id,
  start: seconds(),
  end: seconds(),
  text: text(),
  speaker: nullable(id),
  words: optional(words),
  overlaps: optional(overlaps),
});
