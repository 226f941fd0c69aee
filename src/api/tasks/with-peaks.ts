import { createPeaks } from '#audio/peaks.ts';
import { SAMPLE_RATE } from '#base/audio.ts';

/** Seconds of audio whose peaks are reported together. */
const REPORT_SECONDS = 5;

/** Passes decoded audio on; reports how much there was so far, and its peaks since the last report. */
export async function* withPeaks(
  pieces: AsyncIterable<Float32Array>,
  report: (seconds: number, peaks: Uint8Array) => void,
): AsyncGenerator<Float32Array> {
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
    gathered.push(...peaks.push(piece));
    samples += piece.length;
    if (samples - reported >= REPORT_SECONDS * SAMPLE_RATE) flush();
    yield piece;
  }
  gathered.push(...peaks.flush());
  flush();
}
