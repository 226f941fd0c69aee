import { readFileSync } from 'node:fs';
import { env } from '@huggingface/transformers';
import { expect, test } from 'vitest';
import { readStyles, readVoice, styleOf } from './kokoro-net.ts';

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

test('a file that holds another thing than a voice is refused with its fault', () => {
  const wrong = [0, 1, 1_023, 1_025, 2_000_000].map((bytes) => readStyles(new ArrayBuffer(bytes)));
  for (const found of wrong) expect(found).toMatch(/bytes, which no voice has$/);
  for (const value of [Number.NaN, Infinity, 1e30]) {
    const styles = new Float32Array(512);
    styles[300] = value;
    expect(readStyles(styles.buffer)).toMatch(/numbers that no voice has$/);
  }
});

test('a damaged voice is refused with the voices that can be used, where there are any', async () => {
  const sound = new Set(['af_heart', 'bm_george']);
  env.fetch = async (address) => {
    const name = /(\w+)\.bin$/.exec(String(address))?.[1] ?? '';
    return name === 'am_adam'
      ? new Response(null, { status: 404 })
      : new Response(sound.has(name) ? buffer : 'no voice');
  };
  const card = { id: 'a/b', title: 'B', voices: ['af_heart', 'am_puck', 'am_adam', 'bm_george'] };
  expect((await readVoice(card, 'af_heart')).length).toBe(8 * 256);
  await expect(readVoice(card, 'am_puck')).rejects.toMatchObject({
    code: 'not-compatible',
    message:
      'The voice ‘am_puck’ of “B” has a file of 8 bytes, which no voice has. Use another one (af_heart, bm_george), or delete the model and download it again.',
  });
  await expect(readVoice({ ...card, voices: ['am_adam'] }, 'am_adam')).rejects.toMatchObject({
    message:
      'The voice ‘am_adam’ of “B” is not on this device. Delete the model and download it again.',
  });
});
