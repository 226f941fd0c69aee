import { SAMPLE_RATE } from '#base/audio.ts';
import { FRAME, frameLevels, thresholdOf } from './voice-activity.ts';

/** Frames whose loudness distinguishes background and voice: 20 s. */
const REMEMBERED = 1_000;
/** Frames between two decisions about the background. */
const RENEWAL = 10;
/** Frames with a voice, of the last ten, that begin speech: a click is shorter. */
const BEGIN = 4;
const RECENT = 10;

/** Finds the beginning and the end of speech in sound that is still coming. */
export class SpeechGate {
  readonly #levels: number[] = [];
  #voiced: boolean[] = [];
  #threshold = Infinity;
  #untilRenewal = 0;
  #silentFrames = 0;
  isOpen = false;

  /** Seconds since the last frame with a voice. */
  get silence(): number {
    return (this.#silentFrames * FRAME) / SAMPLE_RATE;
  }

  /** `samples`: one frame of 20 ms. */
  push(samples: Float32Array): void {
    const [level = 0] = frameLevels(samples);
    this.#levels.push(level);
    if (this.#levels.length > REMEMBERED) this.#levels.shift();
    if (this.#untilRenewal-- <= 0) {
      this.#threshold = thresholdOf(this.#levels);
      this.#untilRenewal = RENEWAL;
    }
    const isVoice = level >= this.#threshold;
    this.#silentFrames = isVoice ? 0 : this.#silentFrames + 1;
    this.#voiced = [...this.#voiced.slice(1 - RECENT), isVoice];
    if (this.#voiced.filter(Boolean).length >= BEGIN) this.isOpen = true;
  }

  /** Speech has ended: the next voice opens it again. */
  close(): void {
    this.isOpen = false;
    this.#voiced = [];
  }
}
