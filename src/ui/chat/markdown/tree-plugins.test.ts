import type { Element, Root } from 'hast';
import { expect, test } from 'vitest';
import { dropNegativeHeights, flattenDeep, lowerHeadings, textOf } from './tree-plugins.ts';

function nested(depth: number): Root {
  let node: Element = {
    type: 'element',
    tagName: 'em',
    properties: {},
    children: [{ type: 'text', value: 'inside' }],
  };
  for (let i = 1; i < depth; i++) {
    node = { type: 'element', tagName: 'em', properties: {}, children: [node] };
  }
  return { type: 'root', children: [node] };
}

function depthOf(tree: Root): number {
  let depth = 0;
  let [node] = tree.children;
  while (node?.type === 'element') {
    depth++;
    [node] = node.children;
  }
  return depth;
}

test('leaves moderate nesting unchanged', () => {
  const tree = nested(50);
  flattenDeep()(tree);
  expect(depthOf(tree)).toBe(50);
});

test('flattens deeper nesting of any depth into text', () => {
  const tree = nested(100_000);
  flattenDeep()(tree);
  expect(depthOf(tree)).toBe(100);
  expect(textOf(tree)).toBe('inside');
});

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

test('headings of an answer begin below the headings of the page, and none is lost', () => {
  const heading = (level: number): Element => ({
    type: 'element',
    tagName: `h${level}`,
    properties: {},
    children: [{ type: 'text', value: String(level) }],
  });
  const tree: Root = { type: 'root', children: [1, 2, 3, 4, 5, 6].map(heading) };
  lowerHeadings()(tree);
  const names = tree.children.map((node) => node.type === 'element' && node.tagName);
  expect(names).toEqual(['h2', 'h3', 'h4', 'h5', 'h6', 'h6']);
});
