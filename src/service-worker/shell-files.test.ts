import { expect, test } from 'vitest';
import { cacheKey, fileFor, PAGE } from './shell-files.ts';

const origin = 'https://alcove.test';
const files = new Map([
  [PAGE, '1'],
  ['/assets/a.js', '2'],
]);
const ask = (path: string, mode = 'cors', method = 'GET') =>
  fileFor({ url: new URL(path, origin).href, mode, method }, origin, files);

test('addresses inside the app get the page, files get themselves', () => {
  expect(ask('/chat/123', 'navigate')).toBe(PAGE);
  expect(ask('/', 'navigate')).toBe(PAGE);
  expect(ask('/assets/a.js')).toBe('/assets/a.js');
});

test('everything else passes', () => {
  expect(ask('/openapi.yaml', 'navigate')).toBeNull();
  expect(ask('/chat/123')).toBeNull();
  expect(ask('/assets/a.js', 'cors', 'POST')).toBeNull();
  expect(ask('https://elsewhere.test/assets/a.js')).toBeNull();
  expect(
    fileFor({ url: `${origin}/`, mode: 'navigate', method: 'GET' }, origin, new Map()),
  ).toBeNull();
});

test('two revisions of a file have two places', () => {
  expect(cacheKey('/a', '1')).not.toBe(cacheKey('/a', '2'));
  // Its name contains its revision, and it is requested by that name.
  expect(cacheKey('/assets/a-1f.js', '1')).toBe('/assets/a-1f.js');
});
