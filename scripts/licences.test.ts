import { expect, test } from 'vitest';
import { closureOf, licenceTexts } from '#scripts/licences.mjs';

test('finds what a package needs where Node finds it', () => {
  const packages = {
    'node_modules/a': { dependencies: { b: '1', c: '1' } },
    'node_modules/a/node_modules/b': { dependencies: { c: '1' } },
    'node_modules/b': {},
    'node_modules/c': { dependencies: { a: '1' } },
    'node_modules/unused': {},
  };
  expect(closureOf({ packages }, ['a'])).toEqual([
    'node_modules/a',
    'node_modules/a/node_modules/b',
    'node_modules/c',
  ]);
});

test('the licences of the app begin with NOTICE and name its packages with their texts', async () => {
  const text = await licenceTexts();
  expect(text.startsWith('Alcove\nCopyright')).toBe(true);
  for (const name of ['react', 'mediabunny', 'pdfjs-dist', 'onnxruntime-web', '@mlc-ai/web-llm']) {
    expect(text).toMatch(new RegExp(`^${name} \\d`, 'm'));
  }
  expect(text).toContain('Permission is hereby granted, free of charge');
  expect(text).toContain('Mozilla Public License');
  expect(text).not.toMatch(/^vite \d/m);
});
