/** A token and the frames it was heard in, the last one not included. */
export interface HeardToken {
  id: number;
  from: number;
  to: number;
}

/** Seconds without a token after which what follows is a segment of its own. */
const PAUSE = 0.7;

/**
 * The likeliest tokens of a window: one that lasts is written once, and between two alike stands a
 * blank. `logits`: [frames × width].
 * @see https://www.cs.toronto.edu/~graves/icml_2006.pdf
 */
export function tokensOf(logits: Float32Array, width: number, blank: number): HeardToken[] {
  const heard: HeardToken[] = [];
  let before = blank;
  const frames = width > 0 ? logits.length / width : 0;
  for (let frame = 0; frame < frames; frame++) {
    const id = likeliest(logits, frame * width, width);
    const last = heard.at(-1);
    if (id === before && id !== blank && last) last.to = frame + 1;
    else if (id !== blank) heard.push({ id, from: frame, to: frame + 1 });
    before = id;
  }
  return heard;
}

function likeliest(logits: Float32Array, from: number, width: number): number {
  let best = 0;
  for (let id = 1; id < width; id++) {
    if ((logits[from + id] as number) > (logits[from + best] as number)) best = id;
  }
  return best;
}

/** Tokens as segments, parted at words that come after a pause. `frame`: its seconds. */
export function joinTokens(
  heard: readonly HeardToken[],
  starts: ReadonlySet<number>,
  frame: number,
): HeardToken[][] {
  const segments: HeardToken[][] = [];
  for (const token of heard) {
    const current = segments.at(-1);
    const silence = (token.from - (current?.at(-1)?.to ?? 0)) * frame;
    if (current && !(starts.has(token.id) && silence >= PAUSE)) current.push(token);
    else segments.push([token]);
  }
  return segments;
}
