import { expect, test } from 'vitest';
import { pictureSize } from './picture-size.ts';

const bytes = (...parts: (string | number[])[]) => {
  const data = parts.flatMap((part) =>
    typeof part === 'string' ? [...part].map((c) => c.charCodeAt(0)) : part,
  );
  return new Blob([new Uint8Array([...data, ...new Array(32).fill(0)])]);
};

test('reads the size that a file states', async () => {
  const big = { width: 30_000, height: 30_000 };
  const small = { width: 300, height: 200 };
  const side = [0x75, 0x30];
  const png = bytes(
    [0x89],
    'PNG',
    [13, 10, 26, 10, 0, 0, 0, 13],
    'IHDR',
    [0, 0, ...side, 0, 0],
    side,
  );
  expect(await pictureSize(png)).toEqual(big);
  const app = [0xff, 0xe1, 0, 6, 1, 2, 3, 4];
  const jpeg = bytes([0xff, 0xd8, ...app, 0xff, 0xff, 0xc2, 0, 17, 8, ...side, ...side]);
  expect(await pictureSize(jpeg)).toEqual(big);
  expect(await pictureSize(bytes('GIF89a', [0x2c, 1, 0xc8, 0]))).toEqual(small);
  const webp = (kind: string, data: number[]) =>
    bytes('RIFF', [0, 0, 0, 0], 'WEBP', kind, [0, 0, 0, 0], data);
  const extended = webp('VP8X', [0, 0, 0, 0, 0x2f, 0x75, 0, 0x2f, 0x75, 0]);
  expect(await pictureSize(extended)).toEqual(big);
  const lossy = webp('VP8 ', [0, 0, 0, 0, 0, 0, 0x2c, 1, 0xc8, 0]);
  expect(await pictureSize(lossy)).toEqual(small);
});

test('knows no size of other files, and ends at damaged ones', async () => {
  expect(await pictureSize(bytes('%PDF-1.7'))).toBeNull();
  expect(await pictureSize(new Blob(['PNG']))).toBeNull();
  expect(await pictureSize(bytes([0xff, 0xd8, 0xff, 0xe1, 0, 0]))).toBeNull();
  expect(await pictureSize(bytes([0xff, 0xd8], new Array(2_000).fill(0xff)))).toBeNull();
});
