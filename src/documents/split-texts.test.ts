import { expect, test } from 'vitest';
import { DocumentError } from './document-error.ts';
import { splitRows } from './split-texts.ts';

const countWords = async (texts: string[]) =>
  texts.map((text) => text.split(/\s+/).filter(Boolean).length);

const textsOf = async (text: string, by: 'lines' | 'paragraphs' | 'sentences') =>
  (await splitRows([text], { by }, countWords)).texts;

test('lines, paragraphs and sentences come in order without empty ones', async () => {
  const text = 'One line. Two\nin a paragraph.\n\n  Another one!  \n\n\n';
  expect(await textsOf(text, 'lines')).toEqual([
    'One line. Two',
    'in a paragraph.',
    'Another one!',
  ]);
  expect(await textsOf(text, 'paragraphs')).toEqual([
    'One line. Two in a paragraph.',
    'Another one!',
  ]);
  expect(await textsOf(text, 'sentences')).toEqual([
    'One line.',
    'Two in a paragraph.',
    'Another one!',
  ]);
  expect(await textsOf('', 'sentences')).toEqual([]);
});

test('texts by tokens are whole sentences and know their row', async () => {
  const rows = ['A b c. D e f. G h i.', '', 'J k.'];
  const chunking = { by: 'tokens', tokens: 7, overlap: 3 } as const;
  expect(await splitRows(rows, chunking, countWords)).toEqual({
    texts: ['A b c. D e f.', 'D e f. G h i.', 'J k.'],
    rows: [0, 0, 2],
  });
});

test('more texts than can be embedded are refused with the limit', async () => {
  const work = splitRows(['a\n'.repeat(200_001)], { by: 'lines' }, countWords);
  await expect(work).rejects.toThrow(DocumentError);
  await expect(work).rejects.toMatchObject({ fault: 'texts', facts: { max: 200_000 } });
});
