/** Bars of a waveform that is a picture in a list. */
export const BARS = 40;

/**
 * The waveform as `BARS` heights of 0…1, the loudest being 1: the mean of the peaks that fall on each. The
 * highest of them would make a block of every long recording.
 */
export function listPeaks(peaks: Uint8Array): number[] {
  const means = Array.from({ length: BARS }, (_, i) => {
    const from = Math.floor((i / BARS) * peaks.length);
    const some = peaks.subarray(from, Math.max(from + 1, ((i + 1) / BARS) * peaks.length));
    return some.length === 0 ? 0 : some.reduce((sum, peak) => sum + peak, 0) / some.length;
  });
  const loudest = Math.max(...means, 1);
  return means.map((mean) => mean / loudest);
}
