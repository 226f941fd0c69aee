import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { EMBEDDED_MODELS } from '#catalog/embedded-models.ts';
import { toModelView } from '#catalog/model-view.ts';
import type { Message } from '#storage/chat-records.ts';
import { useHost } from '#ui/state/models.ts';
import { aroundQuote, quoteOf, UNKNOWN } from './quote-of.ts';

const QUOTE = 'A lost key costs forty euros.';

function shown(text: string): string {
  const start = text.indexOf(QUOTE);
  const { from, to } = aroundQuote(text, start, start + QUOTE.length);
  return text.slice(from, to);
}

test('a short passage is shown whole', () => {
  const text = `House rules\n\n${QUOTE} Tell Marta.`;
  expect(shown(text)).toBe(text);
});

test('of a long passage whole lines around the sentence are shown', () => {
  const line = `${'word '.repeat(40)}\n`;
  const text = `${line.repeat(4)}Before it.\n${QUOTE} Tell Marta.\n${line.repeat(4)}`;
  expect(shown(text)).toBe(`${line}Before it.\n${QUOTE} Tell Marta.\n${line.trimEnd()} `);
});

test('a line without an end is cut between words, or anywhere without a space', () => {
  const words = shown(`${'word '.repeat(200)}${QUOTE}${' word'.repeat(200)}`);
  expect(words).toMatch(/^word .+ word$/s);
  expect(words.length).toBeLessThan(QUOTE.length + 660);
  expect(shown(`${'あ'.repeat(900)}${QUOTE}${'あ'.repeat(900)}`)).toHaveLength(QUOTE.length + 640);
});

test('Guide is taught the sentence by which an answer is known as none', () => {
  expect(readFileSync('training/guide/data.py', 'utf8')).toContain(`UNKNOWN = "${UNKNOWN} `);
});

test.each([
  ['', QUOTE],
  ['“Kenya” is not in the documents found.', `“Kenya” is not in the documents found.\n\n${QUOTE}`],
])('a quotation is found in its passage behind “%s”', (opening, text) => {
  useHost.setState({ models: EMBEDDED_MODELS.map(toModelView) });
  const source = { documentId: 'd', documentName: 'd', start: 0, end: 9, text: `Keys. ${QUOTE}` };
  const message = { text, model: 'alcove-guide' } as Message;
  expect(quoteOf(message, [source])).toEqual({ source, start: 6, end: 6 + QUOTE.length, opening });
  expect(quoteOf({ ...message, text: `${text} Maybe.` }, [source])).toBeNull();
});
