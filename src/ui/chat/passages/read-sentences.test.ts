import { expect, test } from 'vitest';
import { wordsShared } from '#retrieval/is-answerable.ts';
import type { Source } from '#storage/chat-records.ts';
import {
  asMarkdown,
  likeliestSentence,
  likelyParts,
  readSentences,
  relevanceOf,
  sentencesIn,
} from './read-sentences.ts';

const source = (text: string, more: Partial<Source> = {}): Source => ({
  documentId: 'd',
  documentName: 'lease.txt',
  start: 0,
  end: text.length,
  text,
  ...more,
});
const LEASE = source(
  'Deposit. It is paid back within six months of the end. Pets need consent. The lift is old.',
  { relevance: 0.1 },
);
const HOUSE = source('The lift is checked in May. A key costs forty euros.', { relevance: 0.2 });

const READING = { headOf: () => '', hasForm: null, wordsIn: () => 0 };

const partsOf = (sources: Source[], text = 'When is it paid back?') =>
  likelyParts({ text, sources }, true);

/** Scores of a cross-encoder by a word of each text. */
const scores: Record<string, number> = { months: 0.9, key: 0.1, May: 0.08, Pets: 0.05 };
const rerank = async (texts: readonly string[]) =>
  texts.map((text) => Object.entries(scores).find(([word]) => text.includes(word))?.[1] ?? 0);

test('passages get the sentences that likeliest answer, without titles, and how likely they do', async () => {
  const read = await readSentences([LEASE, HOUSE], { ...READING, rerank });
  expect(read.map(({ relevance }) => relevance)).toEqual([expect.closeTo(0.9), 0.2]);
  expect(relevanceOf(read)).toBeCloseTo(0.9);
  expect(likeliestSentence(read)).toMatchObject({
    text: 'It is paid back within six months of the end.',
    index: 0,
  });
  expect(partsOf(read).map(({ text }) => text)).toEqual([
    'It is paid back within six months of the end. Pets need consent. The lift is old.',
  ]);
});

test('further passages are read where no sentence of the first is likely', async () => {
  const first = { ...LEASE, text: 'Pets need consent. The lift is old and slow.' };
  const read = await readSentences([first, HOUSE, LEASE], { ...READING, rerank });
  expect(likeliestSentence(read)).toMatchObject({ index: 2 });
});

test('where none reads them passages are as they were', async () => {
  const read = await readSentences([LEASE, HOUSE], { ...READING, rerank: async () => null });
  expect(read).toEqual([LEASE, HOUSE]);
  expect(partsOf(read)).toEqual(read);
  expect(likeliestSentence(read)).toBeNull();
  const { relevance: _, ...unread } = LEASE;
  expect(
    await readSentences([unread], {
      ...READING,
      rerank: () => Promise.reject(new Error('not asked')),
    }),
  ).toEqual([unread]);
  expect(relevanceOf([unread])).toBeNull();
});

test('a computed result stays whole next to the sentences of other passages', async () => {
  const table = source('The sum is 9.\nCity: Lisbon | Nights: 4', { computed: 'The sum is 9.' });
  const read = await readSentences([table, LEASE], { ...READING, rerank });
  expect(read[0]).toEqual(table);
  expect(partsOf(read).map(({ text }) => text)[0]).toBe(table.text);
});

test('a sentence without the form of an answer counts little, and a passage without it nothing', async () => {
  const hasForm = (text: string) => text.includes('forty');
  const read = await readSentences([LEASE, HOUSE], { ...READING, hasForm, rerank });
  expect(likeliestSentence(read)).toMatchObject({ text: 'A key costs forty euros.', index: 1 });
  expect(read.map(({ relevance }) => relevance)).toEqual([expect.closeTo(0.09), 0.2]);
});

test.each([
  ['rows', 'A: 1 | B: 2\nA: 3 | B: 4 | C: 5', ['A: 1 | B: 2', 'A: 3 | B: 4 | C: 5']],
  [
    'items below a title',
    'When something fails\nE01: no water comes in. Open the tap.\nE02: too much foam. Use less soap.',
    ['E01: no water comes in.', 'Open the tap.', 'E02: too much foam.', 'Use less soap.'],
  ],
  [
    'prose that is broken anywhere',
    'The car park at the sawmill is closed because of the trucks that\nMarta saw there, so we meet instead at noon at the petrol\nstation in the village.',
    [
      'The car park at the sawmill is closed because of the trucks that\nMarta saw there, so we meet instead at noon at the petrol\nstation in the village.',
    ],
  ],
])('sentences of %s', (_, passage, sentences) => {
  expect(sentencesIn(passage)).toEqual(sentences);
});

test('for a task a small model reads all passages', async () => {
  const read = await readSentences([LEASE, HOUSE], { ...READING, rerank });
  expect(partsOf(read, 'Write a letter to the landlord about the deposit.')).toEqual(read);
  expect(partsOf(read, 'Summarise the files')).toEqual(read);
});

test('sentences of an imported chat that are in no passage are none', () => {
  const sentences = [
    { start: 0, end: 1e15, relevance: 1 },
    { start: 5, end: 5, relevance: 1 },
  ];
  expect(likeliestSentence([{ ...LEASE, sentences }])).toBeNull();
});

test('the words of a sentence are no Markdown, and its numbers cite nothing', () => {
  expect(asMarkdown('See the survey [3] and [4, 5]: *all* of snake_case <b>')).toBe(
    'See the survey and: \\*all\\* of snake\\_case \\<b\\>',
  );
  expect(asMarkdown('Rent\n- 840 euros\n1. Due in March')).toBe(
    'Rent\n\\- 840 euros\n1\\. Due in March',
  );
  expect(asMarkdown('- **Mixer trips the fuse:** wait, 2 * 3 ** 4')).toBe(
    'Mixer trips the fuse: wait, 2 \\* 3 \\*\\* 4',
  );
  expect(asMarkdown('## Rent')).toBe('Rent');
  expect(asMarkdown('-5 degrees')).toBe('\\-5 degrees');
});

test('of sentences that read as well the one with the words of the question answers', async () => {
  const text = 'The tenant may keep small animals. A cat or a dog needs consent.';
  const reading = { ...READING, wordsIn: wordsShared('May I keep a cat?') };
  const even = async (texts: readonly string[]) =>
    texts.map((one) => (one.includes('cat') ? 0.04 : 0.06));
  const read = await readSentences([{ ...LEASE, text }], { ...reading, rerank: even });
  expect(likeliestSentence(read)?.text).toBe('A cat or a dog needs consent.');
});
