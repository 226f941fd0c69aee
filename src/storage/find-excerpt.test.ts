import { expect, test } from 'vitest';
import { queryWords, searchWords } from '#base/words.ts';
import { findExcerpt } from './find-excerpt.ts';

test('an excerpt shows the first hit in its line', () => {
  const text = `${'word '.repeat(20)}The heron stood\nstill all morning.`;
  expect(findExcerpt(text, ['hero'])).toEqual({
    before: '…word word word word The ',
    match: 'heron',
    after: ' stood still all morning.',
  });
});

test('accents and case do not hide a hit, and words are found by their beginning only', () => {
  expect(findExcerpt('Ein Café am Eck', ['cafe'])?.match).toBe('Café');
  expect(findExcerpt('Ein Café am Eck', ['fe'])).toBeNull();
});

test.each([
  ['この文書を読んでください', '文書'],
  ['ฉันชอบอ่านหนังสือทุกวัน', 'หนังสือ'],
  ['我们明天去北京旅游', '北京'],
  ['カタカナでﾄｳｷｮｳ', 'トウキョウ'],
])('in %s the word %s is found, which no space precedes', (text, word) => {
  const wanted = queryWords(word);
  expect(wanted.every((start) => searchWords(text).some((it) => it.startsWith(start)))).toBe(true);
  const found = findExcerpt(text, wanted);
  expect(found?.match.normalize('NFKC')).toBe(word);
  expect(`${found?.before}${found?.match}${found?.after}`).toBe(text);
});

test('the Turkish letters i match in either case', () => {
  expect(searchWords('ISPARTA İzmir')).toEqual(queryWords('ısparta izmir'));
});

test('a long run without spaces is indexed by its first places', () => {
  const run = Array.from({ length: 100_000 }, (_, i) =>
    String.fromCodePoint(0x4e00 + ((i * 7919) % 20_000)),
  );
  expect(searchWords(run.join(''))).toHaveLength(2_000);
});
