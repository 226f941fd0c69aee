/** A recording to hear window by window, with what a page needs to go on after a crash. */
export interface TranscriptionJob {
  file: Blob;
  model: string;
  /** Code of the language spoken; null has the model say it. */
  language: string | null;
  /** Into English. */
  translate: boolean;
  /** Where to start, and how many windows were transcribed before that. */
  from: { seconds: number; windows: number };
  /** Name of a lock the page holds: when it is given back, the job ends. */
  lifeline: string;
}

/** Words of a window. Seconds from the start of the recording. */
interface HeardSegment {
  text: string;
  start: number;
  end: number;
}

/** What a job says of its progress: perhaps a length, any number of the next two, one of the last. */
export type TranscriptionEvent =
  /** What the file says of its own length. */
  | { type: 'length'; seconds: number }
  /** `seconds` are decoded so far; `peaks` are those since the event before, 25 a second, 0…255. */
  | { type: 'decoded'; seconds: number; peaks: Uint8Array }
  | {
      type: 'window';
      index: number;
      start: number;
      end: number;
      segments: HeardSegment[];
      language: string | null;
      /** Why it has no words; null when it has. */
      leftOut: 'no-speech' | 'repeated' | 'implausible' | null;
    }
  | { type: 'done'; seconds: number }
  /** `unreadable`: the file; `stopped`: by the page; anything else: the model. */
  | { type: 'failed'; reason: 'unreadable' | 'stopped' | 'model'; message: string };
