import type { Element, Root } from 'hast';

/** What has a side: marks of lists, the bar of a quote. */
const SIDED = new Set(['ul', 'ol', 'blockquote']);

/** A rehype plugin: lists and quotes have the direction of their own text, so that their marks are at its start. */
export function ownDirection() {
  return (tree: Root): void => {
    const open: (Root | Element)[] = [tree];
    for (let node = open.pop(); node; node = open.pop()) {
      for (const child of node.children) {
        if (child.type !== 'element') continue;
        if (SIDED.has(child.tagName)) child.properties['dir'] = 'auto';
        open.push(child);
      }
    }
  };
}
