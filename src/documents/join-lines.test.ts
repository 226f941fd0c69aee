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

test('a sentence that is broken before a number is one line', () => {
  const line = 'The rating was raised to BBB, and the net debt was reduced to';
  expect(joinLines(`${line}\n95 million. Half of it`)).toBe(`${line} 95 million. Half of it`);
  expect(joinLines(`${line}\n€1,200.50`)).toBe(`${line} €1,200.50`);
  const title = 'The Results of the Survey among the Members';
  const items = `${title}\n12 members answered\n1. The questions of the survey and the answers to\n2. Others`;
  expect(joinLines(items)).toBe(items);
});

test('short lines, items, tables and empty lines stay apart', () => {
  const text =
    'npm install\nnpm start\n\n- a list of things that is as wide as the page here\n- another\nSum 12.00 and a row that is as wide as this page\nTax 2.00';
  expect(joinLines(text)).toBe(text);
});

test('divided words are one in narrow columns too, and by the hyphens that a book shows at line ends only', () => {
  expect(joinLines('The volun-\nteers had their allot-\nment of water.')).toBe(
    'The volunteers had their allotment of water.',
  );
  expect(joinLines('Die W\u00e4rme\u00ad\npumpe und die War\u00ad\ntungs\u00adarbeiten')).toBe(
    'Die W\u00e4rmepumpe und die Wartungsarbeiten',
  );
});

test('a hyphen that belongs to a word stays', () => {
  expect(joinLines('A well-known bird is well-\nknown.')).toBe('A well-known bird is well-known.');
  expect(joinLines('Haupt-\nund Nebenfach, pre-\nand post-war')).toBe(
    'Haupt-\nund Nebenfach, pre-\nand post-war',
  );
  expect(joinLines('Der Zug auf der Strecke von Wien auf der Nord-\nS\u00fcd-Achse')).toBe(
    'Der Zug auf der Strecke von Wien auf der Nord-S\u00fcd-Achse',
  );
  for (const text of [
    'see https://a.test/foo-\nbar',
    'run npm --save-\ndev',
    '1990-\nheute',
    'x -\ny',
  ])
    expect(joinLines(text)).toBe(text);
});
