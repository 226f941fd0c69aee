import { expect, test } from 'vitest';
import { inComposition } from './text-input.ts';

test.each([
  ['Chromium confirms a conversion', { isComposing: true, keyCode: 229 }, true],
  ['Safari confirms it after the composition', { isComposing: false, keyCode: 229 }, true],
  ['Firefox before the composition ends', { isComposing: true, keyCode: 13 }, true],
  ['Enter alone', { isComposing: false, keyCode: 13 }, false],
])('%s', (_, key, expected) => {
  expect(inComposition(key)).toBe(expected);
});
