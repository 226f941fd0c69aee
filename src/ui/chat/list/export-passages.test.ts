import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { Source } from '#storage/chat-records.ts';
import { PassageList, QuotedPassage } from './export-passages.tsx';

const TEXT = 'The shed is open on Mondays. The heron waits for **fish**.';
const source = (documentName: string): Source => ({
  documentId: documentName,
  documentName,
  start: 0,
  end: TEXT.length,
  text: TEXT,
});
const words = (html: string) => html.replace(/<\/?span[^>]*>/g, '');

test('a quoted passage is whole, its sentence marked, its document named', () => {
  const start = TEXT.indexOf('The heron');
  const html = words(
    renderToStaticMarkup(
      createElement(QuotedPassage, { source: source('a.txt'), start, end: TEXT.length }),
    ),
  );
  expect(html).toContain('The shed is open on Mondays. <mark>The heron waits for **fish**.</mark>');
  expect(html).toContain('a.txt</figcaption>');
});

test('cited passages are numbered as the answer numbers them, Markdown as it is read', () => {
  const html = words(
    renderToStaticMarkup(
      createElement(PassageList, { sources: [source('a.txt'), source('b.md')] }),
    ),
  );
  expect(html.match(/<li/g)).toHaveLength(2);
  expect(html.indexOf('a.txt')).toBeLessThan(html.indexOf('b.md'));
  expect(html).toContain('<strong>fish</strong>');
});
