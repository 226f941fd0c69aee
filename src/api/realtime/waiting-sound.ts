import { FRAME } from '#audio/voice-activity.ts';
import { joinSamples, SAMPLE_RATE } from '#base/audio.ts';

/** Seconds of sound that wait for a slow model; older ones are dropped. */
const MAX_SECONDS = 600;
/** Ends of utterances that wait: each is moved with each piece of sound. */
const MAX_COMMITS = 100;

/** Sound that waits for the model, and the places in it at which the client ends an utterance. */
export class WaitingSound {
  #parts: Float32Array[] = [];
  #length = 0;
  /** Samples before each place. */
  #commits: number[] = [];

  /** Whether there is enough to work on. */
  get isReady(): boolean {
    return this.#length >= FRAME || this.#commits.length > 0;
  }

  /** @returns samples at the front that were dropped for it */
  push(samples: Float32Array): number {
    this.#parts.push(samples);
    this.#length += samples.length;
    let dropped = 0;
    while (this.#length - dropped > MAX_SECONDS * SAMPLE_RATE) {
      dropped += this.#parts.shift()?.length ?? 0;
    }
    this.#pass(dropped);
    return dropped;
  }

  /** Ends an utterance here. @returns false where too many ends wait already */
  commit(): boolean {
    if (this.#commits.length >= MAX_COMMITS) return false;
    this.#commits.push(this.#length);
    return true;
  }

  /** The sound up to the next end of an utterance. */
  next(): Float32Array {
    const whole = joinSamples(this.#parts);
    this.#parts = [whole];
    return whole.subarray(0, this.#commits[0]);
  }

  /** Removes samples of `next`. @returns whether an utterance ends here */
  take(samples: number): boolean {
    const [whole = new Float32Array(0)] = this.#parts;
    this.#parts = samples < whole.length ? [whole.slice(samples)] : [];
    this.#pass(samples);
    if ((this.#commits[0] ?? FRAME) >= FRAME) return false;
    this.#commits.shift();
    return true;
  }

  /** Forgets the sound; utterances end all the same. @returns how many samples there were */
  clear(): number {
    const length = this.#length;
    this.#parts = [];
    this.#pass(length);
    return length;
  }

  #pass(samples: number): void {
    this.#length -= samples;
    this.#commits = this.#commits.map((before) => Math.max(0, before - samples));
  }
}
