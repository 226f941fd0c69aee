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
  /** Phonemes that one run takes; a longer sentence is cut at a clause, or at a word. */
  maxPhonemes: number;
  /** Reads what a voice needs. @throws EngineError `not-compatible` for one that is missing or damaged */
  prepare: (voice: string) => Promise<void>;
  /** `ids`: phonemes by their numbers, with 0 at both ends. @throws EngineError */
  say: (ids: readonly number[], speaking: Speaking) => Promise<Spoken>;
}
