import { expect, test } from 'vitest';
import { plainTables } from './plain-tables.ts';

test('a table in Markdown becomes lines, without the line below its head and without empty ends', () => {
  const markdown =
    'Receipt\n\n| Item | Count | Price |\n| --- | --- | --- |\n| Oat \\| milk | 2 | 3.98 |\n| Total |  | 6.43 |\n| Cash |  |  |\n|  |  |  |\n\nThank | you';
  expect(plainTables(markdown)).toBe(
    'Receipt\n\nItem | Count | Price\nOat | milk | 2 | 3.98\nTotal |  | 6.43\nCash\n\nThank | you',
  );
});

test('a text without a table is not changed', () => {
  const text = '---\n| a lone bar\n2 || 3 |';
  expect(plainTables(text)).toBe(text);
});
