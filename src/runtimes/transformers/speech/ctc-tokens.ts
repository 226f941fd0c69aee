/** A token and the frames it spans, the last one not included. */
export interface FrameToken {
  id: number;
  from: number;
  to: number;
}

/** Seconds without a token after which a new segment starts. */
const PAUSE = 0.7;

/**
 * The likeliest tokens of a window: one that lasts is written once, and between two alike stands a
 * blank. `logits`: [frames × width].
 * @see https://www.cs.toronto.edu/~graves/icml_2006.pdf
 */
export function tokensOf(logits: Float32Array, width: number, blank: number): FrameToken[] {
  const tokens: FrameToken[] = [];
  let before = blank;
  const frames = width > 0 ? logits.length / width : 0;
  for (let frame = 0; frame < frames; frame++) {
    const id = likeliest(logits, frame * width, width);
    const last = tokens.at(-1);
    if (id === before && id !== blank && last) last.to = frame + 1;
    else if (id !== blank) tokens.push({ id, from: frame, to: frame + 1 });
    before = id;
  }
  return tokens;
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
  tokens: readonly FrameToken[],
  starts: ReadonlySet<number>,
  frame: number,
): FrameToken[][] {
  const segments: FrameToken[][] = [];
  for (const token of tokens) {
    const current = segments.at(-1);
    const silence = (token.from - (current?.at(-1)?.to ?? 0)) * frame;
    if (current && !(starts.has(token.id) && silence >= PAUSE)) current.push(token);
    else segments.push([token]);
  }
  return segments;
}
