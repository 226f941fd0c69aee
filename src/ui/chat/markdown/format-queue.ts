type Format = () => void;

/** Formats one text at a time: a chat may show dozens of long ones together. */
export class FormatQueue {
  readonly #later: (work: () => void) => void;
  /** The last to come is the next: it is the one that was scrolled to, or the end of the chat. */
  readonly #waiting: Format[] = [];
  #running: Format | null = null;
  #isAwake = false;

  /** `later`: calls back when the page has drawn and handled pending input. */
  constructor(later: (work: () => void) => void = (work) => setTimeout(work)) {
    this.#later = later;
  }

  /** Waits for its turn. @returns a function that ends the turn; call it after formatting or on unmount. */
  add(format: Format): () => void {
    this.#waiting.push(format);
    this.#wake();
    return () => {
      const at = this.#waiting.indexOf(format);
      if (at >= 0) this.#waiting.splice(at, 1);
      if (this.#running !== format) return;
      this.#running = null;
      this.#wake();
    };
  }

  #wake(): void {
    if (this.#isAwake || this.#running !== null) return;
    this.#isAwake = true;
    this.#later(() => {
      this.#isAwake = false;
      this.#running = this.#waiting.pop() ?? null;
      this.#running?.();
    });
  }
}
