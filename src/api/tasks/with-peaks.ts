import { type Piece, silence } from '#audio/decoded.ts';
import { createPeaks } from '#audio/peaks.ts';
import { SAMPLE_RATE } from '#base/audio.ts';

/** Seconds of audio whose peaks are reported together. */
const REPORT_SECONDS = 5;
/** Samples of the longest piece whose peaks are one report: half an hour. */
const MAX_LENGTH = 1_800 * SAMPLE_RATE;

/** Passes decoded audio on; reports how much there was so far, and its peaks since the last report. */
export async function* withPeaks(
  pieces: AsyncIterable<Piece>,
  report: (seconds: number, peaks: Uint8Array) => void,
): AsyncGenerator<Piece> {
  const peaks = createPeaks();
  let samples = 0;
  let reported = 0;
  let gathered: number[] = [];
  const flush = () => {
    report(samples / SAMPLE_RATE, Uint8Array.from(gathered));
    gathered = [];
    reported = samples;
  };
  for await (const piece of pieces) {
    // Long silence is reported in parts that an event can hold.
    for (let left = piece.length; left > 0; left -= MAX_LENGTH) {
      const part = piece.length > MAX_LENGTH ? silence(Math.min(left, MAX_LENGTH)) : piece;
      gathered.push(...peaks.push(part));
      samples += part.length;
      if (samples - reported >= REPORT_SECONDS * SAMPLE_RATE) flush();
    }
    yield piece;
  }
  gathered.push(...peaks.flush());
  flush();
}
