import { expect, test } from 'vitest';
import { readMp3Trim } from './mp3-trim.ts';

/** The start of an MP3 with an Info tag that has all optional fields. */
function head(delay: number, padding: number, id3 = 0): Blob {
  const tag = new Uint8Array(200);
  tag.set([0xff, 0xfb, 0x90, 0x00], 0);
  tag.set(
    [...'Info'].map((c) => c.charCodeAt(0)),
    36,
  );
  tag[43] = 15;
  const at = 36 + 8 + 112 + 21;
  tag.set([delay >> 4, ((delay & 15) << 4) | (padding >> 8), padding & 255], at);
  const before = new Uint8Array(id3);
  if (id3 > 0) before.set([0x49, 0x44, 0x33, 4, 0, 0, 0, 0, 0, id3 - 10]);
  return new Blob([before, tag]);
}

test("reads the encoder's delay and padding, with the decoder's own lag", async () => {
  expect(await readMp3Trim(head(576, 1105))).toEqual({ start: 1105, end: 576 });
});

test('finds the tag behind ID3', async () => {
  expect(await readMp3Trim(head(1000, 600, 60))).toEqual({ start: 1529, end: 71 });
});

test('a file without the tag, an empty one and one cut short have none', async () => {
  expect(await readMp3Trim(new Blob([new Uint8Array(500)]))).toBeNull();
  expect(await readMp3Trim(new Blob([]))).toBeNull();
  expect(await readMp3Trim(head(576, 1105).slice(0, 50))).toBeNull();
});
