import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { Streamdown } from 'streamdown';
import { expect, test } from 'vitest';
import { seeded } from '#base/numbers.ts';
import { times } from '#testing/test-run.ts';
import { isPlain, PlainBlock } from './markdown.tsx';

const draw = (markdown: string, isOurs: boolean) => {
  const block = isOurs ? { BlockComponent: PlainBlock } : {};
  return renderToStaticMarkup(createElement(Streamdown, { controls: false, ...block }, markdown));
};

test('plain text is drawn as Markdown would draw it', () => {
  for (const text of [
    'Words, numbers like 3.14 and (brackets): a well-known thing; “so” it’s said…',
    'Größe, 北京, emoji-free — 50% done?\n\n',
    'ends with a space ',
  ]) {
    expect(isPlain(text)).toBe(true);
    expect(draw(text, true)).toBe(draw(text, false));
  }
});

test.each([
  '1. a list',
  '12) a list',
  '- a list',
  'a\nb',
  'see www.example.test now',
  'https://example.test',
  'a@b.test',
  '*strong*',
  'a_b_',
  '`code`',
  '[1]',
  '<b>',
  '&amp;',
  'a\\b',
  '$x$',
  '~~gone~~',
  '| a |',
  '    code',
  '# title',
  ' ',
  '',
])('%j is not plain', (text) => {
  expect(isPlain(text)).toBe(false);
});

test('whatever is called plain is drawn the same', () => {
  const random = seeded(7);
  const pieces = [
    'a',
    'Bé',
    '1',
    '12',
    ' ',
    ' ',
    '.',
    ')',
    '(',
    '-',
    '--',
    ':',
    "'",
    '"',
    '!',
    '…',
    'w',
    'www',
    '=',
    'x@y',
    '//',
    'http',
    'ftp',
    '\n',
    '%',
  ];
  let plain = 0;
  for (let i = 0; i < times(3_000, 1_000); i++) {
    const text = Array.from(
      { length: 1 + Math.floor(random() * 8) },
      () => pieces[Math.floor(random() * pieces.length)],
    ).join('');
    if (!isPlain(text)) continue;
    plain++;
    expect(draw(text, true), JSON.stringify(text)).toBe(draw(text, false));
  }
  expect(plain).toBeGreaterThan(times(300, 100));
});
