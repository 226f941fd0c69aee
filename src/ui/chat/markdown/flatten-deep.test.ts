import type { Element, Root } from 'hast';
import { expect, test } from 'vitest';
import { flattenDeep, textOf } from './flatten-deep.ts';

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
