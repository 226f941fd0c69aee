import type { Element, ElementContent, Root, RootContent } from 'hast';
import { splitRuns } from '#ui/kit/break-runs.tsx';

/** Elements inside each other. Browsers end a page whose elements are nested thousands deep. */
const MAX_DEPTH = 100;

type Parent = Root | Element;

/** A tree and every element in it with its depth, without recursion. Children may change while a parent is visited. */
function* parentsOf(tree: Root): Generator<{ node: Parent; depth: number }> {
  const open: { node: Parent; depth: number }[] = [{ node: tree, depth: 0 }];
  for (let next = open.pop(); next; next = open.pop()) {
    yield next;
    for (const child of next.node.children) {
      if (child.type === 'element') open.push({ node: child, depth: next.depth + 1 });
    }
  }
}

/** Every element of a tree, without recursion. */
export function* elementsOf(tree: Root): Generator<Element> {
  for (const { node } of parentsOf(tree)) if (node.type === 'element') yield node;
}

/** A rehype plugin that replaces elements nested deeper than a page can hold by their text. */
export function flattenDeep({ maxDepth = MAX_DEPTH } = {}) {
  return (tree: Root): void => {
    for (const { node, depth } of parentsOf(tree))
      if (depth >= maxDepth) node.children = [{ type: 'text', value: textOf(node) }];
  };
}

/** The text in an element, without recursion. */
export function textOf(node: Parent): string {
  const parts: string[] = [];
  const open: (ElementContent | Root['children'][number])[] = [...node.children].reverse();
  for (let next = open.pop(); next; next = open.pop()) {
    if (next.type === 'text') parts.push(next.value);
    else if (next.type === 'element') for (const c of [...next.children].reverse()) open.push(c);
  }
  return parts.join('');
}

/** A rehype plugin: long runs without white space get places where a line may be broken. Code has its own. */
export function breakLongRuns() {
  return (tree: Root): void => {
    for (const { node } of parentsOf(tree)) {
      if (node.type === 'element' && node.tagName === 'code') continue;
      node.children = node.children.flatMap(broken) as Element['children'];
    }
  };
}

function broken(node: RootContent): RootContent[] {
  if (node.type !== 'text') return [node];
  const wbr: Element = { type: 'element', tagName: 'wbr', properties: {}, children: [] };
  return splitRuns(node.value).flatMap((value, i) => {
    const piece: RootContent = { type: 'text', value };
    return i === 0 ? [piece] : [wbr, piece];
  });
}

/** Elements with a side: a list has its markers there, a quote its bar. */
const SIDED = new Set(['ul', 'ol', 'blockquote']);

/** A rehype plugin: lists and quotes have the direction of their own text, so that their marks are at its start. */
export function ownDirection() {
  return (tree: Root): void => {
    for (const element of elementsOf(tree)) {
      if (SIDED.has(element.tagName)) element.properties['dir'] = 'auto';
    }
  };
}

/** Levels between a heading of an answer and that of the page, which has one of the first level. */
const PAGE_LEVELS = 1;

/** A rehype plugin: headings of an answer are below the page's own, as screen readers list them. */
export function lowerHeadings() {
  return (tree: Root): void => {
    for (const element of elementsOf(tree)) {
      const level = Number(/^h([1-6])$/.exec(element.tagName)?.[1] ?? 0);
      if (level > 0) element.tagName = `h${Math.min(6, level + PAGE_LEVELS)}`;
    }
  };
}

const NEGATIVE = /(^|;)\s*height\s*:\s*-[^;]*/g;

/**
 * Removes heights below zero, which KaTeX writes and no browser accepts: a formula that is drawn again while it is
 * written would retain the height it had before.
 */
export function dropNegativeHeights(tree: Root): void {
  for (const { properties } of elementsOf(tree)) {
    const { style } = properties;
    if (typeof style === 'string') properties['style'] = style.replace(NEGATIVE, '');
  }
}
