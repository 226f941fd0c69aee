import { expect, test } from 'vitest';
import { decodeName, itemPath, unescapeId } from './item-path.ts';

test.each(['3f2a-9c1e', '/', 'a?b#c', '%2F', '%', '.', '..', '"<img src=x>', '~0041', '😀', ' '])(
  'the id %j is one part of a path, and read as it was',
  (id) => {
    const path = itemPath('/chat', id);
    const { pathname } = new URL(path, 'https://alcove.example');
    expect(pathname).toBe(path);
    expect(decodeURI(pathname)).toBe(path);
    expect(path.split('/')).toHaveLength(3);
    expect(unescapeId(path.slice('/chat/'.length))).toBe(id);
  },
);

test('an id of the app is unchanged', () => {
  expect(itemPath('/transcribe', '3f2a9c1e-1111')).toBe('/transcribe/3f2a9c1e-1111');
});

const sources = import.meta.glob<string>(['../**/*.{ts,tsx}', '!../**/*.test.ts'], {
  eager: true,
  query: '?raw',
  import: 'default',
});

test('no other file writes an id into a path', () => {
  expect(Object.keys(sources).length).toBeGreaterThan(200);
  const found = Object.entries(sources).filter(([, source]) =>
    /`\/(?:chat|transcribe|embeddings)\/\$\{/.test(source),
  );
  expect(found.map(([path]) => path)).toEqual([]);
});

test('a name with percent signs that encode nothing is unchanged', () => {
  expect(['a%20b', '100%.wav', '%E0%A4%A'].map(decodeName)).toEqual([
    'a b',
    '100%.wav',
    '%E0%A4%A',
  ]);
});
