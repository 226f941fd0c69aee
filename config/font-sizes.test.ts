import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const paths = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.css'))
  .map((path) => `src/${path}`);

/** The file that names the sizes. */
const TOKENS = 'src/ui/theme.css';
/** Sizes in pixels; those relative to the text around them follow it. */
const LITERAL = /\bfont(?:-size)?:[^;]*?\b\d+(?:\.\d+)?(?:px|rem)\b(?=\s*(?:\/|;))[^;]*;/g;
/** A line height in pixels follows the size behind the stroke. */
const sizesOf = (css: string) =>
  (css.match(LITERAL) ?? []).filter((rule) => !/var\(--size/.test(rule));

test('a size of text in pixels is found, a line height is not', () => {
  expect(sizesOf('a { font-size: 13px; } b { font: 600 14px / 20px x; }')).toHaveLength(2);
  expect(sizesOf('a { font: 600 var(--size-small) / 20px x; font-size: 0.9em; }')).toEqual([]);
});

test('every size of text is one of the theme', () => {
  expect(paths.length).toBeGreaterThan(30);
  const found = paths
    .filter((path) => path !== TOKENS)
    .flatMap((path) => sizesOf(readFileSync(path, 'utf8')).map((rule) => `${path}: ${rule}`));
  expect(found).toEqual([]);
});
