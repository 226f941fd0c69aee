import { expect, test } from 'vitest';
import { writeNpy } from '#vectors/npy.ts';
import { toVectorSet } from '#vectors/vector-set.ts';
import { DocumentError, type DocumentFacts } from './document-error.ts';
import { likelyColumn, requireVectorFor } from './input-file.ts';
import { readInput } from './read-input.ts';
import { withHead } from './read-table.ts';

test('a CSV file becomes columns, with quotes, commas and line ends inside them', async () => {
  const csv = 'id,text\n1,"He said ""no"", twice"\n2,"two\nlines"\n';
  const read = await readInput(new File([csv], 'talk.csv'));
  expect(read).toEqual({
    kind: 'table',
    vectors: null,
    table: {
      name: 'talk',
      columns: [
        { name: 'id', head: 'id', values: ['1', '2'] },
        { name: 'text', head: 'text', values: ['He said "no", twice', 'two\nlines'] },
      ],
      hasHead: true,
    },
  });
  expect(read.kind === 'table' && likelyColumn(read.table)).toBe(1);
});

test('tabs separate too, and short rows are filled', async () => {
  const read = await readInput(new File(['a\tb\n1\t2\n3\n'], 'x.tsv'));
  expect(read.kind === 'table' && read.table.columns[1]?.values).toEqual(['2', '']);
});

test('JSON lines give columns; a column of arrays is vectors', async () => {
  const lines = '{"text":"one","v":[3,4]}\n{"text":"two","v":[0,1]}\n';
  const read = await readInput(new File([lines], 'x.jsonl'));
  expect(read).toMatchObject({ kind: 'table', vectors: { size: 2, count: 2 } });
  expect(read.kind === 'table' && read.table.columns.map((c) => c.name)).toEqual(['text']);
  await expect(readInput(new File(['{"a":1}\nnope'], 'x.jsonl'))).rejects.toMatchObject({
    fault: 'not-json',
    facts: { line: 2 },
  });
  const uneven = '{"v":[1,2]}\n{"v":[1]}';
  await expect(readInput(new File([uneven], 'x.jsonl'))).rejects.toMatchObject({
    facts: { line: 2, count: 1, expected: 2 },
  });
});

test('an id of 64 bits keeps its digits', async () => {
  const lines =
    '{"id":9223372036854775807,"text":"no 12345678901234567 \\" 12345678901234567"}\n' +
    '{"id":-9007199254740993,"text":{"of":12345678901234567}}\n{"id":1700000000000000,"text":0.12345678901234567}\n';
  expect(await readInput(new File([lines], 'ids.jsonl'))).toMatchObject({
    table: {
      columns: [
        { values: ['9223372036854775807', '-9007199254740993', '1700000000000000'] },
        {
          values: [
            'no 12345678901234567 " 12345678901234567',
            '{"of":"12345678901234567"}',
            '0.12345678901234566',
          ],
        },
      ],
    },
  });
});

test('an error counts the empty lines before it', async () => {
  await expect(readInput(new File(['{"a":1}\n\n\nno'], 'x.jsonl'))).rejects.toMatchObject({
    facts: { line: 4 },
  });
});

test('the line with which a file names its delimiter for Excel is not a row', async () => {
  expect(await readInput(new File(['sep=;\r\na;b\r\n1,5;x\r\n'], 'x.csv'))).toMatchObject({
    table: {
      columns: [
        { name: 'a', values: ['1,5'] },
        { name: 'b', values: ['x'] },
      ],
    },
  });
});

test.each(['[...]', '[2024-01-05]', '[12.05.2024]', '[ ]', '[-]', '[3]'])(
  'a column of %s is not a column of vectors',
  async (value) => {
    const read = await readInput(new File([`text,x\none,${value}\ntwo,${value}\n`], 'x.csv'));
    expect(read).toMatchObject({
      vectors: null,
      table: { columns: [{}, { values: [value, value] }] },
    });
  },
);

test('labels next to texts are not vectors, and a longer list than others is', async () => {
  const labels = '{"text":"a","labels":[27,3]}\n{"text":"b","labels":[4]}\n';
  expect(await readInput(new File([labels], 'x.jsonl'))).toMatchObject({ vectors: null });
  const boxes = '{"box":[1,2],"text":"a","v":[0.6,0,0.8]}\n';
  expect(await readInput(new File([boxes], 'x.jsonl'))).toMatchObject({
    vectors: { count: 1, size: 3 },
    table: { columns: [{ name: 'box' }, { name: 'text' }] },
  });
});

test('vectors that numpy wrote as text are read', async () => {
  const csv = 'text,v\na,"[ 0.6 -0.\n  8.e-1]"\nb,[1. 0. 0.]\n';
  const read = await readInput(new File([csv], 'x.csv'));
  expect(read.kind === 'table' && read.vectors?.data).toEqual(
    Float32Array.of(0.6, -0, 0.8, 1, 0, 0),
  );
});

test('other files are text, NPY files are vectors, binary ones are refused', async () => {
  expect(await readInput(new File(['# Hi'], 'notes.md'))).toEqual({
    kind: 'text',
    name: 'notes',
    text: '# Hi',
  });
  const npy = new File([writeNpy(Float32Array.of(1, 0, 0, 1), 2)], 'v.npy');
  expect(await readInput(npy)).toMatchObject({ kind: 'vectors', vectors: { count: 2, size: 2 } });
  await expect(readInput(new File(['a\0b'], 'x.txt'))).rejects.toMatchObject({ fault: 'empty' });
});

test('vectors are checked, and scaled with a note', async () => {
  const npy = (...numbers: number[]) =>
    readInput(new File([writeNpy(Float32Array.from(numbers), 2)], 'v.npy'));
  expect(await npy(0.6, 0.8)).toMatchObject({ vectors: { note: null } });
  const scaled = await npy(3, 4);
  expect(scaled).toMatchObject({ vectors: { note: expect.stringContaining('scaled') } });
  expect(scaled.kind === 'vectors' && scaled.vectors.data[0]).toBeCloseTo(0.6);
  await expect(npy(1, Number.NaN)).rejects.toMatchObject({ facts: { line: 1 } });
  const unit = toVectorSet(Float32Array.of(0.6, 0.8), 2);
  expect(() => requireVectorFor(unit, 2)).toThrow(
    expect.objectContaining({ fault: 'vector-count', facts: { count: 1, expected: 2 } }),
  );
});

test('keys that every object has are columns like others', async () => {
  const lines = '{"__proto__":1,"constructor":"a"}\n{"toString":"b","text":null}\n';
  const read = await readInput(new File([lines], 'x.jsonl'));
  expect(read.kind === 'table' && read.table.columns).toEqual([
    { name: '__proto__', values: ['1', ''] },
    { name: 'constructor', values: ['a', ''] },
    { name: 'toString', values: ['', 'b'] },
    { name: 'text', values: ['', 'null'] },
  ]);
});

test('a table beyond a limit is refused with the limit', async () => {
  const keys = Array.from({ length: 20_000 }, (_, i) => `{"k${i}":1}`).join('\n');
  const refused = (file: File, fault: string, facts: DocumentFacts) =>
    expect(readInput(file)).rejects.toMatchObject({ fault, facts });
  await refused(new File([keys], 'keys.jsonl'), 'columns', { name: 'keys.jsonl', max: 1_000 });
  const wide = `${'a,'.repeat(200_000)}\n${'1,'.repeat(200_000)}`;
  await refused(new File([wide], 'wide.csv'), 'columns', { max: 1_000 });
  await refused(new File(['a\n'.repeat(200_002)], 'long.csv'), 'rows', { max: 200_000 });
  const cells = `${'a,'.repeat(900)}\n${`${'1,'.repeat(900)}\n`.repeat(6_000)}`;
  await refused(new File([cells], 'cells.csv'), 'cells', { max: 5_000_000 });
  await refused(new File(['{"a":'.repeat(50_000)], 'deep.jsonl'), 'not-json', { line: 1 });
  const vectors = `{"v":[${'1,'.repeat(200_000)}1]}`;
  await refused(new File([vectors, '\n{"v":[1]}'], 'uneven.jsonl'), 'vector-length', {
    line: 2,
    count: 1,
  });
});

test('formulas in a table that we exported come back as they were written', async () => {
  const own = "'=name,text,v0,v1\r\n'=1+1,'@SUM(1),0.6,0.8\r\nit's,''=x,-1,0\r\n";
  expect(await readInput(new File([own], 'vectors.csv'))).toMatchObject({
    table: {
      columns: [
        { name: '=name', values: ['=1+1', "it's"] },
        { name: 'text', values: ['@SUM(1)', "'=x"] },
        { name: 'v0', values: ['0.6', '-1'] },
        { name: 'v1', values: ['0.8', '0'] },
      ],
    },
  });
  const other = "name,text\n'=1+1,'@SUM(1)\n";
  expect(await readInput(new File([other], 'other.csv'))).toMatchObject({
    table: { columns: [{ values: ["'=1+1"] }, { values: ["'@SUM(1)"] }] },
  });
});

test('cells beyond the head of a table get their own columns', async () => {
  const file = new File(['a,b\n1\n1,2,3,4\n'], 'ragged.csv');
  expect(await readInput(file)).toMatchObject({
    kind: 'table',
    table: {
      columns: [
        { name: 'a', values: ['1', '1'] },
        { name: 'b', values: ['', '2'] },
        { name: 'Column 3', values: ['', '3'] },
        { name: 'Column 4', values: ['', '4'] },
      ],
    },
  });
});

const CROWDED = {
  'a million columns': ['wide.csv', `${'c,'.repeat(1_000_000)}\n1,2\n`, 'columns'],
  'a million rows': ['long.csv', 'word\n'.repeat(1_000_000), 'rows'],
  'a row with a million cells': ['ragged.csv', `a,b\n${',x'.repeat(1_000_000)}\n`, 'columns'],
  'commas alone': ['commas.csv', ','.repeat(1_000_000), 'empty'],
  'empty lines alone': ['empty.jsonl', '\n'.repeat(1_000_000), 'empty'],
  'a value nested a million deep': [
    'deep.jsonl',
    `{"a":${'['.repeat(1e6)}${']'.repeat(1e6)}}`,
    'too-deep',
  ],
} as const;

test.each(Object.entries(CROWDED))(
  'a table of %s is refused with the reason',
  async (_, [name, text, why]) => {
    await expect(readInput(new File([text], name))).rejects.toMatchObject({ fault: why });
  },
);

async function tableOf(text: string, name: string) {
  const read = await readInput(new File([text], name));
  if (read.kind !== 'table') throw new Error(`"${name}" is no table.`);
  return read.table;
}
const valuesOf = ({ columns }: { columns: readonly { values: readonly string[] }[] }) =>
  columns.map(({ values }) => values);

test.each([
  ['the delivery was late,5\nstaff were friendly,1\nparcel was damaged,5\n', false],
  ['2024-01-05,late\n2024-01-06,early\n', false],
  ['positive,good\nnegative,bad\npositive,fine\n', false],
  ['the delivery was late\nstaff were friendly\n', false],
  ['Grüße aus Köln;"3,5"\nHallo;"4,5"\n', false],
  ['text,stars\nlate,5\nfriendly,1\n', true],
  ['country,2020,2021\nAustria,12,13\nItaly,9,8\n', true],
  [
    'How satisfied are you with the delivery?,Anything else to say?\nvery,no\nnot,it was late\n',
    true,
  ],
  ['review\nThe delivery was late and wet.\nStaff were friendly to us.\n', true],
  ['id,text\n', true],
])('whether %j has a head: %s', async (text, hasHead) => {
  expect((await tableOf(text, 'x.csv')).hasHead).toBe(hasHead);
});

test('the first row is a text or a name as a person says', async () => {
  const table = await tableOf('the delivery was late,5\nstaff were friendly,1\n', 'x.csv');
  const texts = ['the delivery was late', 'staff were friendly'];
  expect(valuesOf(table)).toEqual([texts, ['5', '1']]);
  const named = withHead(table, true);
  expect(named.columns.map(({ name }) => name)).toEqual(['the delivery was late', '5']);
  expect(valuesOf(named)).toEqual([['staff were friendly'], ['1']]);
  expect(valuesOf(withHead(named, false))).toEqual([texts, ['5', '1']]);
});

test.each([
  [
    'array.json',
    '[\n {\n  "id": 1,\n  "text": "late"\n },\n {\n  "id": 2,\n  "text": "friendly"\n }\n]\n',
  ],
  ['one.jsonl', '[{"id":1,"text":"late"},{"id":2,"text":"friendly"}]\n'],
  ['pretty.jsonl', '{\n "id": 1,\n "text": "late"\n}\n{\n "id": 2,\n "text": "friendly"\n}'],
  ['lines.json', '{"id":1,"text":"late"}\r\n{"id":2,"text":"friendly"}\r\n'],
  ['commas.ndjson', '{"id":1,"text":"late"},\n{"id":2,"text":"friendly"},\n'],
])('%s has a row for each value', async (name, text) => {
  expect(valuesOf(await tableOf(text, name))).toEqual([
    ['1', '2'],
    ['late', 'friendly'],
  ]);
});

test('JSON of strings, of arrays in lines, of one object, and broken JSON', async () => {
  expect(valuesOf(await tableOf('["one, {two}", "th\\"ree]"]', 'x.json'))).toEqual([
    ['one, {two}', 'th"ree]'],
  ]);
  expect(valuesOf(await tableOf('["a",1]\n["b",2]\n', 'x.jsonl'))).toEqual([
    ['a', 'b'],
    ['1', '2'],
  ]);
  expect(await readInput(new File(['{"a": [1]}'], 'x.json'))).toMatchObject({ kind: 'text' });
  expect(await readInput(new File(['{"a": \n'], 'x.json'))).toMatchObject({ kind: 'text' });
  await expect(readInput(new File(['{"a":1}\n{"a":\n'], 'x.jsonl'))).rejects.toMatchObject({
    fault: 'not-json',
    facts: { line: 2 },
  });
});

test('deep and long JSON takes little time', async () => {
  const started = performance.now();
  for (const text of ['['.repeat(1_000_000), '"'.repeat(1_000_001), `[${'{},'.repeat(100_000)}{}]`])
    await readInput(new File([text], 'x.json')).catch((error: unknown) => {
      expect(error).toBeInstanceOf(DocumentError);
    });
  expect(performance.now() - started).toBeLessThan(10_000);
});
