import type { Element, Root } from 'hast';
import { expect, test } from 'vitest';
import { dropNegativeHeights } from './valid-heights.ts';

test.each([
  ['height:-0.15em;', ';'],
  ['top:-2.55em; height: -0.3em; margin-right:0.05em', 'top:-2.55em; margin-right:0.05em'],
  ['height:0.3361em;', 'height:0.3361em;'],
  ['line-height:-1', 'line-height:-1'],
])('of %j', (style, left) => {
  const inner: Element = { type: 'element', tagName: 'span', properties: { style }, children: [] };
  const tree: Root = {
    type: 'root',
    children: [{ type: 'element', tagName: 'p', properties: {}, children: [inner] }],
  };
  dropNegativeHeights(tree);
  expect(inner.properties['style']).toBe(left);
});
