import { expect, test } from 'vitest';
import { holdsText } from './is-document.ts';

const TEXTS = {
  README: '# Alcove\n\nAn inference service.',
  Makefile: 'all:\n\tcc -o a a.c\r\n',
  '.gitignore': 'node_modules\n',
  'notes.org': '* Überschrift\n東京 🎉',
  'log.1': '\u001b[31mred\u001b[0m',
  'cut in a character': 'é'.repeat(40_000).replace('é', 'ae'),
};

test.each(Object.entries(TEXTS))('%s is text', async (_, text) => {
  expect(await holdsText(new Blob([text]))).toBe(true);
});

const OTHERS: Record<string, BlobPart> = {
  'an empty file': '',
  'white space': ' \n\t',
  'a program': Uint8Array.of(0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0),
  'an archive': Uint8Array.of(0x1f, 0x8b, 8, 0, 1, 2, 3),
  'a NUL in a text': 'text\0text',
  'bytes of another encoding': Uint8Array.of(0x47, 0x72, 0xfc, 0xdf, 0x65),
  'a text that ends in the middle of a character': Uint8Array.of(0x61, 0xc3),
};

test.each(Object.entries(OTHERS))('%s is none', async (_, content) => {
  expect(await holdsText(new Blob([content]))).toBe(false);
});
