import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Markdown } from './markdown.tsx';

const draw = (text: string) =>
  renderToStaticMarkup(createElement(Markdown, { text, isStreaming: true }));

test.each(['Dear [Recipient', 'Dear [Recipient](htt', 'Dear [Recipient](https://example.org/a'])(
  'what may become a link is shown by its text while it is written: %s',
  (text) => {
    const html = draw(text);
    expect(html).toContain('Recipient');
    expect(html).not.toMatch(/blocked|incomplete|<a/i);
  },
);

test('a name in brackets is unchanged', () => {
  expect(draw('Dear [Recipient], hello')).toContain('[Recipient]');
});
