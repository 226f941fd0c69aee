import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readStyles, styleOf } from './kokoro-net.ts';

const { buffer } = new Uint8Array(readFileSync('e2e/shapes/kokoro/voices/am_puck.bin'));

test('a voice has a style for each length of text; longer texts have the last one', () => {
  const styles = readStyles(buffer as ArrayBuffer);
  if (typeof styles === 'string') throw new Error(styles);
  expect(styles.length).toBe(8 * 256);
  const numbered = styles.map((_, i) => Math.floor(i / 256));
  for (const [phonemes, row] of [
    [0, 0],
    [3, 3],
    [7, 7],
    [510, 7],
  ] as const) {
    const style = styleOf(numbered, phonemes);
    expect([style.length, style[0], style[255]]).toEqual([256, row, row]);
  }
});

test('a file that is no voice is refused with its fault', () => {
  const wrong = [0, 1, 1_023, 1_025, 2_000_000].map((bytes) => readStyles(new ArrayBuffer(bytes)));
  for (const found of wrong) expect(found).toMatch(/bytes, which no voice has$/);
  for (const value of [Number.NaN, Infinity, 1e30]) {
    const styles = new Float32Array(512);
    styles[300] = value;
    expect(readStyles(styles.buffer)).toMatch(/numbers that no voice has$/);
  }
});
