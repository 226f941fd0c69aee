import { expect, test } from 'vitest';
import { csvCell, csvFile, unmarkFormula } from './csv-cell.ts';

test('escapes text that a spreadsheet would run as a formula', () => {
  expect(csvCell("=cmd|' /C calc'!A0")).toBe("'=cmd|' /C calc'!A0");
  expect(csvCell('+1+1')).toBe("'+1+1");
  expect(csvCell('@SUM(1)')).toBe("'@SUM(1)");
  expect(csvCell('\t=1,2')).toBe('"\'\t=1,2"');
});

test('leaves numbers and other texts as they are, quoted where needed', () => {
  for (const text of ['-1.5', '+2e-3', 'a=b', '', 'plain']) expect(csvCell(text)).toBe(text);
  expect(csvCell('a "b", c')).toBe('"a ""b"", c"');
});

test('only the escape of a formula is removed', () => {
  const texts = ['=1+1', "'=1+1", "''@x", "'quoted'", "it's", '-1.5', "'-1.5", '-a', "'", ''];
  for (const text of texts) expect(unmarkFormula(csvCell(text))).toBe(text);
});

test('a file says that it is UTF-8, and its first cell is read without the mark', async () => {
  const bytes = await csvFile(['Grüße aus Köln', ',1\r\n']).bytes();
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  expect(new TextDecoder().decode(bytes)).toBe('Grüße aus Köln,1\r\n');
});
