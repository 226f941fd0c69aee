import type { Element, Root, RootContent } from 'hast';
import { splitRuns } from '#ui/kit/break-runs.tsx';

/** A rehype plugin: long runs without white space get places where a line may be broken. Code has its own. */
export function breakLongRuns() {
  return (tree: Root): void => {
    const open: (Root | Element)[] = [tree];
    for (let node = open.pop(); node; node = open.pop()) {
      const children: RootContent[] = node.children.flatMap(broken);
      node.children = children as Element['children'];
      for (const child of children) {
        if (child.type === 'element' && child.tagName !== 'code') open.push(child);
      }
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
