import { joinSamples, SAMPLE_RATE } from '#base/audio.ts';
import type { SpeechTask, SpeechWord } from '#engine/tasks.ts';
import { laterBy, middleOf } from './certain-words.ts';

/** Seconds of sound by which the words behind it are understood. */
const SECONDS = 8;
/** Seconds that the model reads together. */
const MAX = 28;

/** The sound in front of a window: a voice of a second or two is understood by the speech before it. */
export class EarlierSound {
  #samples = new Float32Array(0);

  /** Adds sound that leaves the window. */
  add(samples: Float32Array): void {
    this.#samples = joinSamples([this.#samples, samples]).slice(-SECONDS * SAMPLE_RATE);
  }

  /** The task of reading a window together with the sound in front of it, which stands in for its text. */
  with(task: SpeechTask) {
    const room = Math.max(0, MAX * SAMPLE_RATE - task.samples.length);
    const before = this.#samples.subarray(Math.max(0, this.#samples.length - room));
    const seconds = before.length / SAMPLE_RATE;
    return {
      task: {
        ...task,
        samples: joinSamples([before, task.samples]),
        previousText: seconds > 0 ? '' : task.previousText,
      },
      /** The words in the window, in its seconds. */
      inWindow: (words: readonly SpeechWord[]): SpeechWord[] =>
        words
          .filter((word) => middleOf(word) >= seconds)
          .map((word) => laterBy(-seconds, word))
          .map((word) => ({ ...word, start: Math.max(0, word.start) })),
    };
  }
}
