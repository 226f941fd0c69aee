import 'katex/dist/katex.min.css';
import { createMathPlugin } from '@streamdown/math';
import type { Element, Root } from 'hast';
import { textOf } from './flatten-deep.ts';
import { canDrawFormula } from './formula-limits.ts';
import { dropNegativeHeights } from './valid-heights.ts';

const katexMath = createMathPlugin({ singleDollarTextMath: false });
const MATH_CLASSES = ['language-math', 'math-inline', 'math-display'];

/** Formulas that would stop the page are left as the code they were written in. */
function limitFormulas(tree: Root): void {
  const open: (Root | Element)[] = [tree];
  for (let next = open.pop(); next; next = open.pop()) {
    for (const child of next.children) {
      if (child.type !== 'element') continue;
      const { className } = child.properties;
      const isMath =
        Array.isArray(className) && className.some((name) => MATH_CLASSES.includes(String(name)));
      if (isMath && !canDrawFormula(textOf(child))) child.properties['className'] = [];
      open.push(child);
    }
  }
}

type Transform = (tree: Root, file: object) => void;
type RehypePlugin = [(options: object) => Transform, object];

const [rehypeKatex, options] = katexMath.rehypePlugin as unknown as RehypePlugin;

const limitedKatex: RehypePlugin = [
  (settings) => {
    const draw = rehypeKatex(settings);
    return (tree, file) => {
      limitFormulas(tree);
      draw(tree, file);
      dropNegativeHeights(tree);
    };
  },
  options,
];

/** Formulas between `$$`, drawn under limits. */
export const math = {
  ...katexMath,
  rehypePlugin: limitedKatex as typeof katexMath.rehypePlugin,
};
