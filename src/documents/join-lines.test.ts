import { expect, test } from 'vitest';
import { joinLines } from './join-lines.ts';

test('a sentence that a page has broken is one line, and a divided word is one', () => {
  const page = [
    'Security considerations',
    'The type determined in this way is only a guess, and an appli-',
    'cation MUST NOT trust a file based simply on its name. For example, a downloader ',
    'should not pass a file directly to a launcher.',
    'Another paragraph.',
  ];
  expect(joinLines(page.join('\n')).split('\n')).toEqual([
    'Security considerations',
    'The type determined in this way is only a guess, and an application MUST NOT trust a file based simply on its name. For example, a downloader should not pass a file directly to a launcher.',
    'Another paragraph.',
  ]);
});

test('short lines, items, tables and empty lines stay apart', () => {
  const text =
    'npm install\nnpm start\n\n- a list of things that is as wide as the page here\n- another\nSum 12.00 and a row that is as wide as this page\nTax 2.00';
  expect(joinLines(text)).toBe(text);
});
