import type { Element, ElementContent, Root } from 'hast';

/** Elements inside each other. Browsers end a page whose elements are nested thousands deep. */
const MAX_DEPTH = 100;

type Parent = Root | Element;

/** A rehype plugin that replaces elements nested deeper than a page can hold by their text. Not recursive. */
export function flattenDeep({ maxDepth = MAX_DEPTH } = {}) {
  return (tree: Root): void => {
    const open: { node: Parent; depth: number }[] = [{ node: tree, depth: 0 }];
    for (let next = open.pop(); next; next = open.pop()) {
      const { node, depth } = next;
      if (depth >= maxDepth) node.children = [{ type: 'text', value: textOf(node) }];
      for (const child of node.children) {
        if (child.type === 'element') open.push({ node: child, depth: depth + 1 });
      }
    }
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
