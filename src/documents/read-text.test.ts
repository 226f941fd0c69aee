import { expect, test } from 'vitest';
import { startStopwatch } from '#testing/test-run.ts';
import { readText, requireProse } from './read-text.ts';

const ASCII = 'Plain words.\n'.repeat(20_000);

test.each([
  ['UTF-8', [0xc3, 0xa9], 'é'],
  ['Windows-1252', [0x93, 0x63, 0x61, 0x66, 0xe9, 0x94], '“café”'],
  ['Shift JIS', [0x82, 0xb1, 0x82, 0xea, 0x82, 0xcd], 'これは'],
])('a file whose first character of %s follows much ASCII is decoded', async (_, bytes, text) => {
  const file = new File([ASCII, Uint8Array.from(bytes), ASCII], 'late.txt');
  expect((await readText(file, 1_000_000)).text).toBe(ASCII + text + ASCII);
});

test.each([
  ["{\\rtf1\\ansi Gr\\'fc\\'dfe}", 'rich-text'],
  [
    'From: a@b.test\r\nSubject: Hi\r\n there\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\nGr=C3=BC=C3=9Fe',
    'mail',
  ],
  ['Received: from x\n\tby y\nContent-Type: multipart/mixed; boundary=z\n\n--z', 'mail'],
])('the code of another document is not its text: %j', (text, fault) => {
  expect(() => requireProse('x', text)).toThrow(expect.objectContaining({ fault }));
});

test.each([
  'Note: Content-Type: multipart/mixed is a header',
  'Subject: Hi\n\nContent-Type: multipart/mixed',
  '{rtf}',
  `${'a: b\n'.repeat(9_000)}`,
])('prose is read: %j', (text) => {
  const took = startStopwatch();
  requireProse('x', text);
  expect(took()).toBeLessThan(1_000);
});
