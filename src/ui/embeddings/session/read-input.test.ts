import { expect, test } from 'vitest';
import { writeNpy } from '#vectors/npy.ts';
import { toVectorSet } from '#vectors/vector-set.ts';
import { acceptVectors, likelyColumn, readInput } from './read-input.ts';

test('a CSV file becomes columns, with quotes, commas and line ends inside them', async () => {
  const csv = 'id,text\n1,"He said ""no"", twice"\n2,"two\nlines"\n';
  const read = await readInput(new File([csv], 'talk.csv'));
  expect(read).toEqual({
    kind: 'table',
    vectors: null,
    table: {
      name: 'talk',
      columns: [
        { name: 'id', values: ['1', '2'] },
        { name: 'text', values: ['He said "no", twice', 'two\nlines'] },
      ],
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
  await expect(readInput(new File(['{"a":1}\nnope'], 'x.jsonl'))).rejects.toThrow('Line 2');
  const uneven = '{"v":[1,2]}\n{"v":[1]}';
  await expect(readInput(new File([uneven], 'x.jsonl'))).rejects.toThrow('Row 2 has 1 numbers');
});

test('other files are text, NPY files are vectors, binary ones are refused', async () => {
  expect(await readInput(new File(['# Hi'], 'notes.md'))).toEqual({
    kind: 'text',
    name: 'notes',
    text: '# Hi',
  });
  const npy = new File([writeNpy(Float32Array.of(1, 0, 0, 1), 2)], 'v.npy');
  expect(await readInput(npy)).toMatchObject({ kind: 'vectors', vectors: { count: 2, size: 2 } });
  await expect(readInput(new File(['a\0b'], 'x.txt'))).rejects.toThrow('holds no text');
});

test('vectors are checked, and scaled with a note', () => {
  const unit = toVectorSet(Float32Array.of(0.6, 0.8), 2);
  expect(acceptVectors(unit, 1)).toEqual({ vectors: unit, note: null });
  const { vectors, note } = acceptVectors(toVectorSet(Float32Array.of(3, 4), 2), 1);
  expect(vectors.data[0]).toBeCloseTo(0.6);
  expect(note).toContain('scaled');
  expect(() => acceptVectors(unit, 2)).toThrow('1 vectors for 2 texts');
  expect(() => acceptVectors(toVectorSet(Float32Array.of(1, Number.NaN), 2), 1)).toThrow('Row 1');
});
