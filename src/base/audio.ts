/** Samples per second of the mono audio that every speech model takes. */
export const SAMPLE_RATE = 16_000;
