import { joinSamples, SAMPLE_RATE } from '#base/audio.ts';
import type { SpeechTask, SpeechWord } from '#engine/tasks.ts';
import { laterBy, textOf } from './certain-words.ts';

/** Seconds of sound by which the words behind it are understood. */
const SECONDS = 4;
/** Seconds that the model reads together. */
const MAX = 28;

/** Sound with its words, in its seconds. */
interface Spoken {
  samples: Float32Array;
  words: readonly SpeechWord[];
}

/** The sound in front of a window: a voice of a second or two is understood by the speech before it. */
export class EarlierSound {
  #spoken: Spoken = { samples: new Float32Array(0), words: [] };

  /** Adds sound that leaves the window. `words`: all of it; without words it helps with nothing. */
  add(samples: Float32Array, words: readonly SpeechWord[]): void {
    if (words.length === 0) return;
    const { samples: before, words: known } = this.#spoken;
    const seconds = before.length / SAMPLE_RATE;
    const joined = {
      samples: joinSamples([before, samples]),
      words: [...known, ...words.map((word) => laterBy(seconds, word))],
    };
    this.#spoken = lastOf(joined, SECONDS);
  }

  /**
   * The task of reading a window together with the sound in front of it, which stands in for its text. It continues the words
   * of that sound, so that it is nearly as soon over as one of the window alone.
   */
  with(task: SpeechTask) {
    const { samples, words } = lastOf(this.#spoken, MAX - task.samples.length / SAMPLE_RATE);
    const seconds = samples.length / SAMPLE_RATE;
    return {
      task: {
        ...task,
        samples: joinSamples([samples, task.samples]),
        previousText: seconds > 0 ? '' : task.previousText,
        live: { ...task.live, said: textOf(words), until: seconds },
      },
      /** The words in the window, in its seconds. */
      inWindow: (found: readonly SpeechWord[]): SpeechWord[] =>
        found
          .map((word) => laterBy(-seconds, word))
          .map((word) => ({ ...word, start: Math.max(0, word.start), end: Math.max(0, word.end) })),
    };
  }
}

/** The last seconds of sound, from the beginning of a word on. */
function lastOf({ samples, words }: Spoken, seconds: number): Spoken {
  const from = samples.length / SAMPLE_RATE - seconds;
  if (from <= 0) return { samples, words };
  const first = words.findIndex(({ start }) => start >= from);
  const start = words[first]?.start;
  if (start === undefined) return { samples: new Float32Array(0), words: [] };
  return {
    samples: samples.slice(Math.round(start * SAMPLE_RATE)),
    words: words.slice(first).map((word) => laterBy(-start, word)),
  };
}
