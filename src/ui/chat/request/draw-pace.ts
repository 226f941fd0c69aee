/** Share of the page's time that drawing a growing answer may take. */
const SHARE = 0.04;
/** Milliseconds between draws: no more often than helps a reader, no more seldom than stays a flow. */
const MIN_MS = 80;
const MAX_MS = 150;
/** Draws that the next pause is judged by. */
const JUDGED = 5;

/**
 * How often something that grows is drawn: so that the drawing takes a small share of the page's time. A fast device
 * draws twelve times a second, a slow one seven, and a long answer, which costs more, less often than a short one.
 */
export class DrawPace {
  readonly #costs: number[] = [];

  /** Milliseconds from one draw to the next. */
  get pause(): number {
    const sorted = [...this.#costs].sort((a, b) => a - b);
    // Something else now and then gets into the measured time: the middle one is drawing.
    const usual = sorted[sorted.length >> 1] ?? 0;
    return Math.min(MAX_MS, Math.max(MIN_MS, usual / SHARE));
  }

  /** Records the duration of a draw in milliseconds, including layout and paint. */
  note(cost: number): void {
    this.#costs.push(cost);
    if (this.#costs.length > JUDGED) this.#costs.shift();
  }
}

/** Calls back when the frame that is being made has been painted. Only in a frame's callback. */
export function afterPaint(callback: () => void): void {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    port1.close();
    callback();
  };
  port2.postMessage(null);
}
