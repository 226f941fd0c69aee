/** Records of recordings and their transcripts. */

export type RecordingState =
  /** Still being recorded from the microphone. */
  'recording' | 'waiting' | 'running' | 'paused' | 'cancelled' | 'done' | 'failed';

export interface Speaker {
  id: string;
  name: string;
}

/** A voice that a person wants to have named in recordings to come. */
export interface KnownVoice {
  id: string;
  name: string;
  /** WAV of this voice alone, 2 to 10 seconds. */
  clip: Blob;
  /** Name of the recording it is from. */
  source: string;
  /** Unix milliseconds. */
  addedAt: number;
}

/** How many people speak, at least and at most. */
export interface SpeakerCount {
  min: number;
  max: number;
}

/** `unreadable`: the file is damaged there. */
type LeftOutReason = 'no-speech' | 'repeated' | 'implausible' | 'unreadable';

/** A stretch whose words were left out, and why. Seconds. */
export interface LeftOutNote {
  start: number;
  end: number;
  why: LeftOutReason;
}

/** A moment that a person wants to find again. */
export interface RecordingMark {
  id: string;
  second: number;
  /** Empty without a note. */
  text: string;
}

/** What a person wrote over the text of a recording in progress. Seconds; without text nothing is said there. */
export interface LiveEdit {
  start: number;
  end: number;
  text: string;
}

/** What a person adds to a recording while it is made. */
export interface RecordingNotes {
  /** Of the recording. */
  id: string;
  marks: RecordingMark[];
  edits: LiveEdit[];
}

export interface Recording {
  id: string;
  name: string;
  /** MIME type; empty when the browser did not know it. */
  type: string;
  sizeBytes: number;
  /** Unix milliseconds. */
  addedAt: number;
  /** Place in the queue, lowest first. */
  order: number;
  state: RecordingState;
  /** Why it failed, in words. */
  error: string | null;
  model: string;
  /** Chosen code; null has the model say it. */
  language: string | null;
  detectedLanguage: string | null;
  translate: boolean;
  /** Length; 0 while unknown. */
  seconds: number;
  /** Sound tracks of the file where there are several: the first one is transcribed. */
  tracks?: number | undefined;
  /** Windows transcribed and stored, and how far into the recording they reach. */
  windowsDone: number;
  doneSeconds: number;
  speakers: Speaker[];
  /** How many people speak; absent where speakers are not searched for. */
  speakerCount?: SpeakerCount | undefined;
  /** Names and terms of this recording; absent for the list in Settings. */
  vocabulary?: string[] | undefined;
  leftOut: LeftOutNote[];
  /** In the order of time. */
  marks?: RecordingMark[] | undefined;
  /** Until the transcript has them. */
  edits?: LiveEdit[] | undefined;
  /** Id of the last change that a person made to the transcript; null where it is as the model wrote it. */
  revision: string | null;
}

/** Bytes apart from facts: the list of recordings is read often, files seldom. */
export interface RecordingFile {
  id: string;
  data: Blob;
}

/** A few seconds from the microphone, stored until the whole recording is. */
export interface RecordingPart {
  id: number;
  recordingId: string;
  data: Blob;
}

/** A folder whose new recordings are transcribed while the app is open. */
export interface RecordingFolder {
  id: string;
  name: string;
  /** Null where the browser does not give it out any more: it has to be chosen again. */
  handle: FileSystemDirectoryHandle | null;
  /** Of the transcriptions, as chosen when it was. */
  options: Pick<Recording, 'model' | 'language' | 'translate' | 'speakerCount' | 'vocabulary'>;
  files: FolderRecording[];
  /** Unix milliseconds of the last look. */
  lookedAt: number;
}

/** A file of such a folder as it was added last. */
export interface FolderRecording {
  /** Within the folder. */
  path: string;
  /** Null where it was refused: it is added once it changes, or by a press. */
  recordingId: string | null;
  bytes: number;
  /** Unix milliseconds. */
  modifiedAt: number;
}

/** 25 peaks a second, 0…255. */
export interface RecordingPeaks {
  id: string;
  peaks: Uint8Array;
}

/** A stretch in which another speaker of the recording talks at the same time. Seconds. */
export interface StoredOverlap {
  start: number;
  end: number;
  /** Id of that speaker. */
  speaker: string;
}

export interface StoredSegment {
  id: string;
  recordingId: string;
  /** Seconds. */
  start: number;
  end: number;
  text: string;
  /** Id of a speaker of the recording. */
  speaker: string | null;
  /** Its words in order, where the model has times of words. */
  words?: readonly StoredWord[] | undefined;
  /** Where other speakers talk, too; absent without any. */
  overlaps?: readonly StoredOverlap[] | undefined;
}

export interface StoredWord {
  word: string;
  /** Seconds. */
  start: number;
  end: number;
  /** 0…1; 1 for a person's own text. */
  probability: number;
}

/** The transcript of one window. Seconds from the start of the recording. */
export interface WindowResult {
  index: number;
  start: number;
  end: number;
  segments: readonly {
    text: string;
    start: number;
    end: number;
    words?: readonly StoredWord[] | undefined;
  }[];
  language: string | null;
  leftOut: LeftOutReason | null;
}
