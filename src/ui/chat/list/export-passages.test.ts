import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { Source } from '#storage/chat-records.ts';
import { PassageList, QuotedPassage, withFences } from './export-passages.tsx';

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
      createElement(QuotedPassage, {
        source: { ...source('a.txt'), fence: null },
        start,
        end: TEXT.length,
      }),
    ),
  );
  expect(html).toContain('The shed is open on Mondays. <mark>The heron waits for **fish**.</mark>');
  expect(html).toContain('a.txt</figcaption>');
});

test('cited passages are numbered as the answer numbers them, Markdown as it is read', () => {
  const html = words(
    renderToStaticMarkup(
      createElement(PassageList, { sources: withFences([source('a.txt'), source('b.md')], []) }),
    ),
  );
  expect(html.match(/<li/g)).toHaveLength(2);
  expect(html.indexOf('a.txt')).toBeLessThan(html.indexOf('b.md'));
  expect(html).toContain('<strong>fish</strong>');
});

test('a passage that begins inside a code fence keeps its code, and the text behind it is text', () => {
  const document =
    '# Use\n\n```js\nconst a = 1;\nif (a) {\n    run(a);\n}\n```\n\nThen **stop** it.\n';
  const start = document.indexOf('if (a)');
  const text = document.slice(start);
  const cut: Source = { documentId: 'd', documentName: 'd.md', start, end: document.length, text };
  const sources = withFences([cut], [{ id: 'd', text: document }]);
  const shown = [
    createElement(PassageList, { sources }),
    ...sources.map((one) => createElement(QuotedPassage, { source: one, start: 0, end: 0 })),
  ];
  for (const element of shown) {
    const html = words(renderToStaticMarkup(element));
    expect(html).toContain('<code>if (a) {</code>');
    expect(html).toContain('<code>    run(a);</code>');
    expect(html).toContain('Then <strong>stop</strong> it.');
    expect(html).not.toContain('```');
  }
});
