import { expect, test } from 'vitest';
import { joinPages, judgeLayer, stateOf } from './page-text.ts';
import { readDocument } from './read-document.ts';

test('each page has its place in the text of all pages', () => {
  const { text, pages } = joinPages([
    { text: 'One', state: 'text' },
    { text: '', state: 'unreadable' },
    { text: 'Three', state: 'read' },
  ]);
  expect(pages.map(({ start, end }) => text.slice(start, end))).toEqual(['One', '', 'Three']);
  expect(pages.map(({ state }) => state)).toEqual(['text', 'unreadable', 'read']);
  expect(joinPages([])).toEqual({ text: '', pages: [] });
});

test('a page whose lines were found and not read is unreadable, not empty', () => {
  expect(stateOf({ text: 'Rent', unread: 3 })).toBe('read');
  expect(stateOf({ text: ' ', unread: 3 })).toBe('unreadable');
  expect(stateOf({ text: '', unread: 0 })).toBe('empty');
  expect(stateOf(null)).toBe('unreadable');
});

test('a stamp, a page number and broken characters are no whole text layer', () => {
  const words =
    'The rent is due on the first day of each month, and the deposit is paid with the first one.';
  expect(judgeLayer(words)).toBe('usable');
  expect(
    judgeLayer('承租人应于每月一日前向出租人支付租金人民币三千五百元整押金为七千元'.repeat(2)),
  ).toBe('usable');
  expect(judgeLayer('Page 3 of 12')).toBe('few');
  expect(judgeLayer('')).toBe('broken');
  expect(judgeLayer(words.replaceAll(/[a-m]/g, '\ufffd'))).toBe('broken');
  expect(judgeLayer(words.replaceAll(/[a-z]/g, '\ue012'))).toBe('broken');
});

test('a layer of letters apart has no words', () => {
  const address =
    'Sea Containers Company Limited, Dong Da Ming Road, Shanghai, the Republic of China, ';
  const apart = [...address.repeat(2).replaceAll(' ', '')].join(' ');
  expect(judgeLayer(apart)).toBe('spaced');
  expect(judgeLayer(address.repeat(2))).toBe('usable');
  // A table of marks, and a title that is set wide.
  expect(judgeLayer('Subject Paper Grade\n'.repeat(40) + 'A B C D E\n'.repeat(14))).toBe('usable');
  expect(judgeLayer(`A N N U A L R E P O R T\n${address}`)).toBe('usable');
});

test('a picture with a letter or two is a picture without words', async () => {
  const file = new File(['\u0089PNG'], 'logo.png', { type: 'image/png' });
  const read = (text: string) =>
    readDocument(
      file,
      () => {},
      async () => ({ text, unread: 0 }),
    );
  for (const text of ['', 'n', '∩ |', '4 b']) {
    await expect(read(text)).rejects.toMatchObject({ fault: 'no-words' });
  }
  for (const text of ['Exit', '出口', '12 €, 5']) expect((await read(text)).text).toBe(text);
});
