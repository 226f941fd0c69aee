import { expect, test } from 'vitest';
import { joinFiles } from './join-files.ts';

const text = (name: string, words: string) =>
  ({ name, input: { kind: 'text', name, text: words } }) as const;
const table = (name: string, columns: Record<string, string[]>) =>
  ({
    name,
    input: {
      kind: 'table',
      table: {
        name,
        hasHead: true,
        columns: Object.entries(columns).map(([title, values]) => ({ name: title, values })),
      },
      vectors: null,
    },
  }) as const;

const asRecord = ({ table: { columns } }: ReturnType<typeof joinFiles>) =>
  Object.fromEntries(columns.map(({ name, values }) => [name, values]));

test('several files are one table, each text with its file', () => {
  const joined = joinFiles([text('a.md', 'First.'), text('b.md', 'Second.\n\nThird.')]);
  expect(joined.table.name).toBe('2 files');
  expect(asRecord(joined)).toEqual({
    Text: ['First.', 'Second.\n\nThird.'],
    file: ['a.md', 'b.md'],
  });
});

test('columns of tables are joined by name; files that lack one are empty in it', () => {
  const joined = joinFiles([
    text('a.md', 'First.'),
    table('b.csv', { review: ['A long review', 'Another one'], stars: ['5', '1'] }),
    table('c.csv', { comment: ['A third long review'], file: ['scan.pdf'], stars: ['3'] }),
    text('d.md', 'Last.'),
  ]);
  expect(asRecord(joined)).toEqual({
    Text: ['First.', 'A long review', 'Another one', 'A third long review', 'Last.'],
    file: ['a.md', 'b.csv', 'b.csv', 'c.csv', 'd.md'],
    stars: ['', '5', '1', '3', ''],
    // The name is ours.
    'file (2)': ['', '', '', 'scan.pdf', ''],
  });
});
