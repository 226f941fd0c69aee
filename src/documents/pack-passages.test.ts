import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type CountTokens, packPassages, passageSize, withIndentation } from './pack-passages.ts';
import { sentencesOf } from './sentences.ts';

/** One token per character, the worst case of tokenizers; two around each text. */
const countCharacters: CountTokens = async (texts) =>
  texts.map((text) => 2 + text.replace(/\s/g, '').length);

const pack = async (text: string, tokens = 128, count = countCharacters) => {
  const size = { ...passageSize(512), tokens, overlap: tokens >> 3 };
  const spans = await packPassages(text, sentencesOf(text), size, count);
  return { spans, texts: spans.map(({ start, end }) => text.slice(start, end)) };
};

test('a short text is one passage, an empty one none', async () => {
  expect((await pack('  One line. ')).spans).toEqual([{ start: 2, end: 11 }]);
  expect((await pack('')).spans).toEqual([]);
  expect((await pack(' \n\n ')).spans).toEqual([]);
});

test('a long text is cut between sentences, and passages overlap by whole ones', async () => {
  const text = Array.from({ length: 40 }, (_, i) => `Note ${i} is short.`).join(' ');
  const { texts, spans } = await pack(text);
  expect(texts.length).toBeGreaterThan(2);
  for (const passage of texts) expect(passage).toMatch(/^Note \d.*short\.$/s);
  expect(spans.slice(1).every(({ start }, i) => start < (spans[i]?.end ?? 0))).toBe(true);
  expect(new Set(spans.map(({ start }) => start)).size).toBe(spans.length);
});

test('a question mark inside an address ends no sentence', () => {
  const text =
    'See https://img.shields.io/npm/v/dexie.svg?style=flat now. Is it new? Yes! 何ですか？はい。';
  const sentences = [...sentencesOf(text)].map(({ start, end }) => text.slice(start, end));
  expect(sentences).toEqual([
    'See https://img.shields.io/npm/v/dexie.svg?style=flat now.',
    'Is it new?',
    'Yes!',
    '何ですか？',
    'はい。',
  ]);
});

test('a heading goes with the text below it', async () => {
  const long = (word: string) => `${`${word} `.repeat(40)}end.`;
  const text = `${long('rent')}\n\nRefunds. ${long('paid')}`;
  const count: CountTokens = async (texts) => texts.map((t) => t.split(/\s+/).length);
  const { texts } = await pack(text, 48, count);
  expect(texts.map((passage) => passage.slice(0, 8))).toEqual(['rent ren', 'Refunds.']);
});

test('every passage fits and no visible character is lost, whatever the text', async () => {
  const piece = fc.constantFrom(
    ...[
      'word',
      ' ',
      '\n\n',
      '. ',
      '- ',
      'x'.repeat(900),
      '…',
      '#',
      '1',
      '\u{1f468}\u200d\u{1f469}',
    ],
    ...['文', '。', 'ไทย', `e${'\u0301'.repeat(300)}`, '.'.repeat(600), '{"a":1,', '\ud800', 'ﷺ'],
  );
  // As tokenizers count that have tokens across the marks between sentences: joined ones are more than their sum.
  const countMore: CountTokens = async (texts) =>
    (await countCharacters(texts)).map((tokens) => (tokens > 40 ? tokens + (tokens >> 2) : tokens));
  await fc.assert(
    fc.asyncProperty(
      fc.array(piece, { maxLength: 60 }),
      fc.integer({ min: 4, max: 140 }),
      fc.constantFrom(countCharacters, countMore),
      async (parts, tokens, count) => {
        const text = parts.join('');
        const { spans, texts } = await pack(text, tokens, count);
        const counts = await count(texts);
        expect(new Set(spans.map(({ start }) => start)).size).toBe(spans.length);
        expect(Math.max(0, ...counts)).toBeLessThanOrEqual(tokens);
        const covered = new Uint8Array(text.length);
        for (const { start, end } of spans) covered.fill(1, start, end);
        expect([...text.split('')].every((c, i) => covered[i] === 1 || c.trim() === '')).toBe(true);
      },
    ),
    { seed: 5, numRuns: 300 },
  );
});

test('a passage that begins in code begins with the indentation of its line', async () => {
  const lines = Array.from({ length: 60 }, (_, i) => `        call(${i}, "a. b.");`);
  const text = `def run():\n${lines.join('\n')}\n\n${' '.repeat(900)}wide`;
  const { spans } = await pack(text);
  const indented = withIndentation(text, spans);
  for (const [i, { start, end }] of indented.entries()) {
    expect(end - start).toBeLessThanOrEqual(700);
    const line = text.lastIndexOf('\n', start - 1) + 1;
    const begun = text.slice(line, spans[i]?.start);
    if (begun.trim() === '' && begun.length < 100) expect(start).toBe(line);
    else expect(start).toBe(spans[i]?.start);
  }
  expect(indented.slice(1).some(({ start }) => text.startsWith('        call', start))).toBe(true);
});
