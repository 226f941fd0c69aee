import type { SpeechTask, SpeechWord, TaskEvent } from '#engine/tasks.ts';
import type { CertainWords } from './certain-words.ts';

type OfTasks = 'language' | 'prompt' | 'vocabulary' | 'withTimes' | 'withWords' | 'translate';

export interface LiveOptions extends Pick<SpeechTask, OfTasks> {
  /** Seconds of silence that end an utterance; null has the client end it. */
  silence: number | null;
  /** Codes of languages that are likelier than others where none is given. */
  usedLanguages?: readonly string[];
}

/** One utterance while it is spoken, and the model that writes it. */
export interface Listener {
  /** A voice begins; `run` transcribes until the utterance is over. Seconds count from the first sample. */
  begin(second: number): Promise<(task: SpeechTask) => AsyncIterable<TaskEvent>>;
  /** Text that is certain, and what may follow it. `until`: the second up to which there is sound. */
  text(certain: string, provisional: string, until: number): void;
  /** The voice has ended, or the client says so. */
  end(second: number): void;
  /** The client says so, and no voice had begun. */
  empty(): void;
  /** Words of an utterance in progress that its end does not change. Seconds count from the first sample. */
  part(words: readonly SpeechWord[]): void;
  /** All of it is transcribed. `words`: those behind the last part; empty where the model does not time them. */
  done(transcript: string, seconds: number, words: readonly SpeechWord[]): void;
  /** It cannot be transcribed; the next one may be. */
  fail(error: unknown): void;
}

/** What an utterance in progress has come to. */
export interface Utterance {
  run: (task: SpeechTask) => AsyncIterable<TaskEvent>;
  words: CertainWords;
  /** Seconds of it that have left the window. */
  seconds: number;
  /** Seconds of the window in the last run. */
  ran: number;
  /** Whether words of that run are neither shown nor certain: their language is not known, or they are a guess. */
  isHeld: boolean;
  /** Whether they were decoded with the care that a whole file gets. */
  isCareful: boolean;
}
