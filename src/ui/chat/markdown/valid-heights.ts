import type { Element, Root } from 'hast';

const NEGATIVE = /(^|;)\s*height\s*:\s*-[^;]*/g;

/**
 * Removes heights below zero, which KaTeX writes and no browser accepts: a formula that is drawn again while it is
 * written would retain the height it had before.
 */
export function dropNegativeHeights(tree: Root): void {
  const open: (Root | Element)[] = [tree];
  for (let next = open.pop(); next; next = open.pop()) {
    for (const child of next.children) {
      if (child.type !== 'element') continue;
      const { style } = child.properties;
      if (typeof style === 'string') child.properties['style'] = style.replace(NEGATIVE, '');
      open.push(child);
    }
  }
}
