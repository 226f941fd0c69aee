/** The score of words and meaning from which a line is likely to belong; chosen with `npm run eval:lists`. */
const MIN_SCORE = 0.2;
/** What one more in a model's odds of a line weighs against its words: a sure model decides, an unsure one hardly. */
const ODDS_WEIGHT = 0.1;
/** Odds up to which a model only leans to a word; a sure one goes far beyond. */
const UNSURE = 2;
/** Lines that a model is asked about before the rest, half of them the unlikeliest: they show whether it is sure of any. */
const PROBED = 16;

/** The lines by how well they fit, but for the unlikeliest that are asked about first. */
export function probedFirst(scores: readonly number[]): number[] {
  const order = scores.map((_, i) => i).sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0));
  const half = PROBED / 2;
  const last = order.splice(Math.max(half, order.length - half));
  return [...order.slice(0, half), ...last, ...order.slice(half)];
}

/** Whether a model has been sure of no line, of the likeliest and of the unlikeliest ones. */
export function isUnsure(said: ReadonlyMap<number, number>): boolean {
  return said.size === PROBED && [...said.values()].every((odds) => Math.abs(odds) < UNSURE);
}

/**
 * The lines that belong by a model's word and by their own. A model leans to one word for all lines: what it says of
 * one is taken against what it says of the one in the middle.
 */
export function belonging(said: ReadonlyMap<number, number>, scores: readonly number[]): number[] {
  const sorted = [...said.values()].sort((a, b) => a - b);
  // Where it is sure of nearly all of them, that is no leaning.
  const middle = Math.min(UNSURE, Math.max(-UNSURE, sorted[sorted.length >> 1] ?? 0));
  const belongs = (i: number) => {
    const odds = said.get(i);
    const weighed = odds === undefined ? -1 : ODDS_WEIGHT * (odds - middle);
    return (scores[i] ?? 0) + weighed >= MIN_SCORE;
  };
  return scores.flatMap((_, i) => (belongs(i) ? [i] : []));
}

/** The lines that fit by words and meaning alone, in order. */
export const fitting = (scores: readonly number[]): number[] =>
  scores.flatMap((score, i) => (score >= MIN_SCORE ? [i] : []));
