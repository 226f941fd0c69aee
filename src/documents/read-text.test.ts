import { expect, test } from 'vitest';
import { readText } from './read-text.ts';

const ASCII = 'Plain words.\n'.repeat(20_000);

test.each([
  ['UTF-8', [0xc3, 0xa9], 'é'],
  ['Windows-1252', [0x93, 0x63, 0x61, 0x66, 0xe9, 0x94], '“café”'],
  ['Shift JIS', [0x82, 0xb1, 0x82, 0xea, 0x82, 0xcd], 'これは'],
])('a file whose first character of %s follows much ASCII is decoded', async (_, bytes, text) => {
  const file = new File([ASCII, Uint8Array.from(bytes), ASCII], 'late.txt');
  expect((await readText(file, 1_000_000)).text).toBe(ASCII + text + ASCII);
});
