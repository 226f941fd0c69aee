import { expect, test } from 'vitest';
import { linesOf, readNumbers, shareOfWords } from './text-lines.ts';

const TEXT = `House rules

The yard closes at ten. Bicycles stand by the gate. Dr. Weber has the key.

---
12

1. Paper is collected on Mondays
2. Glass is collected on Tuesdays
3. Furniture is collected on request`;

const passage = (documentId: string, start: number, end: number) => ({
  documentId,
  start,
  end,
  text: TEXT.slice(start, end),
});

test('each line stands in its document where it says, once, however passages overlap', async () => {
  const cut = TEXT.indexOf('Bicycles');
  const passages = [
    passage('b', 0, TEXT.length),
    passage('gone', 0, TEXT.length),
    passage('a', cut, TEXT.length),
    passage('a', 0, TEXT.indexOf(' Dr.')),
  ];
  const lines = await linesOf(passages, ['a', 'b']);
  for (const { start, end, text } of lines) expect(TEXT.slice(start, end)).toBe(text);
  const textsOf = (id: string) =>
    lines.flatMap((line) => (line.documentId === id ? line.text : []));
  expect(textsOf('a')).toEqual([
    'House rules',
    'The yard closes at ten.',
    'Bicycles stand by the gate.',
    'Dr. Weber has the key.',
    '1. Paper is collected on Mondays',
    '2. Glass is collected on Tuesdays',
    '3. Furniture is collected on request',
  ]);
  expect(textsOf('b').join(' ')).toBe(textsOf('a').join(' '));
  expect(lines[0]?.documentId).toBe('a');
});

test('words of a subject count by how rare they are, also inside compounds', async () => {
  const texts = [
    'Die Kündigungsfrist beträgt drei Monate.',
    'The deadlines of the roof.',
    'The roof leaks.',
    'Nothing of the kind.',
  ];
  expect(await shareOfWords('Frist', texts)).toEqual([1, 0, 0, 0]);
  const [, both, one, none] = await shareOfWords('deadline roof', texts);
  expect(both).toBe(1);
  expect(one).toBeGreaterThan(0);
  expect(one).toBeLessThan(0.5);
  expect(none).toBe(0);
});

test('a model’s numbers are lines that exist', () => {
  expect(readNumbers('2, 5-7 and 40', 10)).toEqual([1, 4, 5, 6]);
  expect(readNumbers('none', 10)).toEqual([]);
  expect(readNumbers('1-9999', 3)).toEqual([0, 1, 2]);
  expect(readNumbers('0', 3)).toEqual([]);
});

test('work on many lines ends where it is stopped', async () => {
  const stop = new AbortController();
  const texts = Array.from({ length: 100_000 }, (_, i) => `The deadline is day ${i}.`);
  let at = 0;
  const passages = texts.map((text) => {
    const start = at;
    at += text.length;
    return { documentId: 'a', start, end: at, text };
  });
  const work = [
    linesOf(passages, ['a'], stop.signal),
    shareOfWords('deadline', texts, stop.signal),
  ];
  stop.abort();
  for (const { status } of await Promise.allSettled(work)) expect(status).toBe('rejected');
});
