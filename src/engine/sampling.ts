/** How the tokens of an answer are chosen. */
export interface Sampling {
  /** 0…1; 0 always selects the most likely token. */
  temperature: number;
  /** 0…1; 1 is off. */
  topP: number;
  /** null is off. */
  topK: number | null;
  seed: number | null;
  /** −2…2. */
  presencePenalty: number;
  frequencyPenalty: number;
  /** 0…1: least probability of a token against the likeliest one's; absent is off. */
  minP?: number;
  /** Set where the answer shall not repeat its own passages. */
  avoidsRepetition?: true;
  /** Added to the logits of single tokens, by id. */
  bias?: ReadonlyMap<number, number>;
}
