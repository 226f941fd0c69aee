import type { RunInterrupt } from '#runtimes/transformers/ort/run-interrupt.ts';
import type { Pause } from '#runtimes/transformers/ort/run-to-end.ts';

/** What a network makes of a clause. */
interface Spoken {
  /** Mono, 24 000 Hz. */
  samples: Float32Array;
  /** How long each id is said, in seconds; null where a network does not say. */
  durations: readonly number[] | null;
}

export interface Speaking {
  /** Of `ModelCard.voices`; null for none, to try the network itself. */
  voice: string | null;
  /** 1 is the voice's own pace. */
  speed: number;
  seed: number;
}

/** A network that speaks phonemes. */
export interface VoiceNet {
  /** Phonemes that one run is given at a speed; a longer sentence is cut at a clause, or at a word. */
  maxPhonemes: (speed: number) => number;
  /** Ends a run of its graph; null where a run is too short for it, or nothing can. */
  interrupt: RunInterrupt | null;
  /** Reads what a voice needs. @throws EngineError `not-compatible` for one that is missing or damaged */
  prepare: (voice: string) => Promise<void>;
  /** `ids`: phonemes by their numbers, with 0 at both ends. @throws EngineError, and as `pause` does */
  say: (ids: readonly number[], speaking: Speaking, pause: Pause) => Promise<Spoken>;
}
