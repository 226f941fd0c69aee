import { expect, test } from 'vitest';
import type { Source } from '#storage/chat-records.ts';
import { likeliestSentence, likelyParts, readSentences, relevanceOf } from './read-sentences.ts';

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

/** Scores of a cross-encoder by a word of each text. */
const scores: Record<string, number> = { months: 0.9, key: 0.4, May: 0.3, Pets: 0.05 };
const rerank = async (texts: readonly string[]) =>
  texts.map((text) => Object.entries(scores).find(([word]) => text.includes(word))?.[1] ?? 0);

test('passages get the sentences that likeliest answer, without titles, and how likely they do', async () => {
  const read = await readSentences([LEASE, HOUSE], () => '', rerank);
  expect(read.map(({ relevance }) => relevance)).toEqual([0.9, 0.4]);
  expect(relevanceOf(read)).toBe(0.9);
  expect(likeliestSentence(read)).toMatchObject({
    text: 'It is paid back within six months of the end.',
    index: 0,
  });
  expect(likelyParts(read).map(({ text }) => text)).toEqual([
    'It is paid back within six months of the end.',
    'The lift is checked in May. A key costs forty euros.',
  ]);
});

test('where none reads them passages are as they were', async () => {
  const read = await readSentences(
    [LEASE, HOUSE],
    () => '',
    async () => null,
  );
  expect(read).toEqual([LEASE, HOUSE]);
  expect(likelyParts(read)).toEqual(read);
  expect(likeliestSentence(read)).toBeNull();
  const { relevance: _, ...unread } = LEASE;
  expect(
    await readSentences(
      [unread],
      () => '',
      () => Promise.reject(new Error('not asked')),
    ),
  ).toEqual([unread]);
  expect(relevanceOf([unread])).toBeNull();
});

test('a computed result stays whole next to the sentences of other passages', async () => {
  const table = source('The sum is 9.\nCity: Lisbon | Nights: 4', { computed: 'The sum is 9.' });
  const read = await readSentences([table, LEASE], () => '', rerank);
  expect(read[0]).toEqual(table);
  expect(likelyParts(read).map(({ text }) => text)[0]).toBe(table.text);
});
