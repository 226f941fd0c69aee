import fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitPassages } from './split-passages.ts';

test('a short text is one passage, an empty one none', () => {
  expect(splitPassages('  One line. ')).toEqual([{ start: 2, end: 11 }]);
  expect(splitPassages('')).toEqual([]);
  expect(splitPassages(' \n\n ')).toEqual([]);
});

test('a long text is cut between sentences', () => {
  const text = Array.from({ length: 40 }, (_, i) => `Sentence number ${i} says a little.`).join(
    ' ',
  );
  const spans = splitPassages(text);
  expect(spans.length).toBeGreaterThan(2);
  for (const { start, end } of spans) {
    expect(end - start).toBeLessThanOrEqual(500);
    expect(text.slice(start, end)).toMatch(/^Sentence.*little\.$/s);
  }
});

test('no visible character is lost, whatever the text', () => {
  const piece = fc.constantFrom('word', ' ', '\n\n', '. ', '- ', 'x'.repeat(900), '…', '#', '1');
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), (parts) => {
      const text = parts.join('');
      const kept = splitPassages(text).map(({ start, end }) => text.slice(start, end));
      const visible = (s: string) => s.replace(/\s/g, '');
      return visible(kept.join('')) === visible(text);
    }),
    { seed: 5, numRuns: 300 },
  );
});
