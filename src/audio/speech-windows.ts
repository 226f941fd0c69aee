import { SAMPLE_RATE } from '#base/audio.ts';
import type { Piece } from './decoded.ts';
import { FRAME, findVoice, frameLevels, SILENCE, type VoiceSpan } from './voice-activity.ts';

const WINDOW = 30 * SAMPLE_RATE;
/** Sound held ready behind a window while it is transcribed. */
const AHEAD = 30 * SAMPLE_RATE;
/** A window opens with no more silence than this: recognisers expect some before the first sound. */
const LEAD_FRAMES = 10;

/** Samples of the buffer from `at` on come from `startSample` of the recording on. */
interface Stretch {
  at: number;
  startSample: number;
}

export interface SpeechWindow {
  /** Mono samples, at most 30 s; pauses without voice are left out. */
  samples: Float32Array;
  /** Whether nothing follows it. */
  isLast: boolean;
  startSeconds: number;
  /** Seconds in the window as seconds in the recording. */
  toRecording: (seconds: number) => number;
  /** The sample at which a part of the given length ends. */
  endOf: (seconds: number) => number;
}

export interface WindowOptions {
  /** Start of the first window; earlier audio was transcribed before. */
  fromSeconds: number;
  /**
   * Seconds at the end of a full window in which its cut is looked for, at the quietest moment. A
   * recogniser that goes back to its last timestamp needs few, one that does not needs a real pause.
   */
  searchSeconds: number;
}

/**
 * A recording as windows of at most 30 s of voice. Each window starts where the one before was transcribed
 * to (`advance`). The same samples and advances always give the same windows.
 */
export class SpeechWindows {
  readonly #spans: AsyncIterator<VoiceSpan>;
  readonly #fromSample: number;
  readonly #searchSeconds: number;
  readonly #buffer = new Float32Array(WINDOW + AHEAD + 20 * SAMPLE_RATE + FRAME);
  #filled = 0;
  #pieces: Stretch[] = [];
  #hasEnded = false;
  #filling: Promise<void> = Promise.resolve();

  constructor(chunks: AsyncIterable<Piece>, { fromSeconds, searchSeconds }: WindowOptions) {
    this.#spans = findVoice(chunks)[Symbol.asyncIterator]();
    this.#fromSample = Math.round(fromSeconds * SAMPLE_RATE);
    this.#searchSeconds = searchSeconds;
  }

  /** The window at the current place; null at the end of the recording. */
  async next(): Promise<SpeechWindow | null> {
    for (;;) {
      await this.#fill(WINDOW + 1);
      if (this.#filled === 0) return null;
      const isLast = this.#filled <= WINDOW;
      const length = isLast ? this.#filled : this.#quietestCut();
      const samples = this.#buffer.slice(0, length);
      const loud = frameLevels(samples).findIndex((level) => level >= SILENCE);
      const lead = Math.max(0, loud - LEAD_FRAMES) * FRAME;
      if (loud >= 0 && lead === 0) return this.#toWindow(samples, isLast);
      this.#drop(loud < 0 ? length : lead);
    }
  }

  /** Starts the next window the given seconds after the start of this one. */
  advance(seconds: number): void {
    this.#drop(Math.min(this.#filled, Math.round(seconds * SAMPLE_RATE)));
  }

  /** Decodes further while a window is transcribed. */
  readAhead(): void {
    // A failure is reported when its window is requested.
    this.#fill(WINDOW + AHEAD).catch(() => {});
  }

  async close(): Promise<void> {
    await this.#filling.catch(() => {});
    await this.#spans.return?.();
  }

  #fill(target: number): Promise<void> {
    this.#filling = this.#filling.then(async () => {
      while (this.#filled < target && !this.#hasEnded) {
        const { value, done } = await this.#spans.next();
        if (done) this.#hasEnded = true;
        else this.#add(value);
      }
    });
    return this.#filling;
  }

  #add(span: VoiceSpan): void {
    const skipped = Math.max(0, this.#fromSample - span.startSample);
    const samples = span.samples.subarray(skipped);
    if (samples.length === 0) return;
    const startSample = span.startSample + skipped;
    const expected = this.#pieces.length > 0 ? pieceAt(this.#pieces, this.#filled) : null;
    if (expected !== startSample) this.#pieces.push({ at: this.#filled, startSample });
    this.#buffer.set(samples, this.#filled);
    this.#filled += samples.length;
  }

  #drop(length: number): void {
    const next = pieceAt(this.#pieces, length);
    this.#buffer.copyWithin(0, length, this.#filled);
    this.#filled -= length;
    const later = this.#pieces
      .filter((p) => p.at > length)
      .map((p) => ({ ...p, at: p.at - length }));
    this.#pieces = this.#filled > 0 ? [{ at: 0, startSample: next }, ...later] : [];
  }

  #toWindow(samples: Float32Array, isLast: boolean): SpeechWindow {
    const pieces = this.#pieces.filter((p) => p.at < samples.length);
    const toRecording = (seconds: number) =>
      pieceAt(pieces, Math.round(seconds * SAMPLE_RATE)) / SAMPLE_RATE;
    // The last sample's place, not the next one's: that may be behind a pause.
    const endOf = (seconds: number) =>
      toRecording(Math.min(seconds, samples.length / SAMPLE_RATE) - 1 / SAMPLE_RATE) +
      1 / SAMPLE_RATE;
    return { samples, isLast, startSeconds: toRecording(0), toRecording, endOf };
  }

  /** Sample at the middle of the quietest fifth of a second near the end of a full window. */
  #quietestCut(): number {
    const wide = 10;
    const first = WINDOW - this.#searchSeconds * SAMPLE_RATE;
    const levels = frameLevels(this.#buffer.subarray(first, WINDOW));
    let best = levels.length;
    let min = Infinity;
    let sum = 0;
    for (const [i, level] of levels.entries()) {
      sum += level - (levels[i - wide] ?? 0);
      // Of equally quiet places the latest: windows stay long.
      if (i >= wide - 1 && sum <= min) {
        min = sum;
        best = i - wide / 2 + 1;
      }
    }
    return first + best * FRAME;
  }
}

/** The recording's sample that stands at `at` in the buffer. */
function pieceAt(pieces: readonly Stretch[], at: number): number {
  const piece = pieces.findLast((p) => p.at <= at) ?? { at: 0, startSample: 0 };
  return piece.startSample + at - piece.at;
}
