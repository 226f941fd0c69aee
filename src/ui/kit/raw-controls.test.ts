import { expect, test } from 'vitest';

const sources = import.meta.glob<string>(['../**/*.tsx', '!../kit/**', '!../**/*.test.tsx'], {
  eager: true,
  query: '?raw',
  import: 'default',
});

const RAW = /<(?:button|input|select|textarea|table|dialog|progress)\b/g;

/** Raw elements with a reason. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  // The table of an answer is styled with the rest of its Markdown.
  '../chat/markdown/markdown.tsx': ['<table'],
};

test('every button, field, table, dialog and progress bar comes from the kit', () => {
  expect(Object.keys(sources).length).toBeGreaterThan(70);
  const found = Object.entries(sources).flatMap(([path, source]) =>
    (source.match(RAW) ?? [])
      .filter((tag) => !ALLOWED[path]?.includes(tag))
      .map((tag) => `${path}: ${tag}>`),
  );
  expect(found).toEqual([]);
});

test('every drop zone comes from the kit', () => {
  const found = Object.entries(sources).filter(([, source]) => /\sonDrop=/.test(source));
  expect(found.map(([path]) => path)).toEqual([]);
});
