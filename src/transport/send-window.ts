import { WINDOW_BYTES } from './socket-frames.ts';

/** Flow control of one stream: counts bytes in flight, and makes senders wait until the receiver has consumed some. */
export class SendWindow {
  #sent = 0;
  #waiting: (() => void)[] = [];

  sent(bytes: number): void {
    this.#sent += bytes;
  }

  acknowledged(bytes: number): void {
    this.#sent = Math.max(0, this.#sent - bytes);
    if (this.#sent < WINDOW_BYTES) this.release();
  }

  /** Resolves immediately while the window is not full. */
  whenOpen(): Promise<void> {
    if (this.#sent < WINDOW_BYTES) return Promise.resolve();
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** Releases all waiting senders: the stream is over. */
  release(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}
