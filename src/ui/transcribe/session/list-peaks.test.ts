import { expect, test } from 'vitest';
import { BARS, listPeaks } from '#ui/transcribe/small-wave.tsx';

test('a waveform of any length becomes bars that show where it is loud', () => {
  const quietThenLoud = Uint8Array.from({ length: 90_000 }, (_, i) => (i < 45_000 ? 20 : 80));
  const bars = listPeaks(quietThenLoud);
  expect(bars).toHaveLength(BARS);
  expect([bars[0], bars[BARS - 1]]).toEqual([0.25, 1]);
  expect(listPeaks(Uint8Array.of(255))).toHaveLength(BARS);
  expect(listPeaks(new Uint8Array(0)).every((bar) => bar === 0)).toBe(true);
});
