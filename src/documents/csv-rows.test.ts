import { expect, test } from 'vitest';
import { startStopwatch } from '#testing/test-run.ts';
import { csvRows, guessDelimiter } from './csv-rows.ts';

const rows = (text: string, delimiter = ',') => [...csvRows(text, delimiter, 1_000)];

test.each<[name: string, text: string, rows: string[][]]>([
  [
    'plain cells',
    'a,b\n1,2\n',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'no line end at the end',
    'a,b\n1,2',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'line ends of Windows',
    'a,b\r\n1,2\r\n',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'line ends of old Macs',
    'a,b\r1,2\r',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  ['a return inside a line', 'a\rb\n', [['a\rb']]],
  [
    'empty cells at both ends',
    ',a,\n,',
    [
      ['', 'a', ''],
      ['', ''],
    ],
  ],
  [
    'quotes, delimiters and line ends in quotes',
    '"a ""b"", c","d\r\ne"\nf',
    [['a "b", c', 'd\r\ne'], ['f']],
  ],
  ['empty quotes', '"",""\n', [['', '']]],
  ['space after a closing quote', '"a" ,"b"\t\r\nc', [['a', 'b'], ['c']]],
  ['a quote inside a plain cell', '5" disk,6"\n', [['5" disk', '6"']]],
  ['a quote that closes nothing', '"a" b", c"\n', [['a" b', ' c"']]],
  ['a quote that is never closed', '"a,b\nc', [['a,b\nc']]],
  ['nothing', '', []],
  ['one line end', '\n', [['']]],
])('%s', (_, text, expected) => {
  expect(rows(text)).toEqual(expected);
});

test('a tab after a closing quote is a delimiter where tabs are', () => {
  expect(rows('"a"\t\t"b" \tc\n', '\t')).toEqual([['a', '', 'b', 'c']]);
});

test('a row ends where it has too many cells', () => {
  expect([...csvRows(',,,,\nx', ',', 3)]).toEqual([['', '', '', '']]);
});

test.each([
  ['a,b\n1,2\n', ','],
  ['a;b\n1,5;2,5\n', ';'],
  ['a\tb, c\n1\t2\n', '\t'],
  ['a|b|c\n1|2|3\n', '|'],
  ['"x;y",b\n"1;2;3",c\n', ','],
  ['one column\nof words\n', ','],
  ['', ','],
])('the delimiter of %j', (text, delimiter) => {
  expect(guessDelimiter(text)).toBe(delimiter);
});

/** Quotes that open, close or mean nothing, in sequence. */
const QUOTES = ['"a', '""', '" "\n'];

test.each(QUOTES)('20 million characters of %j take little time', (unit) => {
  const text = `a,b\n"${unit.repeat(20e6 / unit.length)}`;
  const took = startStopwatch();
  let count = 0;
  for (const row of csvRows(text, guessDelimiter(text), 1_000)) count += row.length;
  expect(count).toBeGreaterThan(2);
  expect(took()).toBeLessThan(8_000);
});
