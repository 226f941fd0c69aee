import 'katex/dist/katex.min.css';
import type { Element, Root } from 'hast';
import rehypeKatex from 'rehype-katex';
import remarkMath from 'remark-math';
import type { PluggableList } from 'unified';
import { textOf } from './flatten-deep.ts';
import { canDrawFormula } from './formula-limits.ts';
import { bracketFormulas } from './formulas.ts';
import { dropNegativeHeights } from './valid-heights.ts';

const MATH_CLASSES = ['language-math', 'math-inline', 'math-display'];

/** Formulas that would stop the page are left as the code they were written in. */
function limitFormulas() {
  return (tree: Root): void => {
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
  };
}

const validHeights = () => dropNegativeHeights;

/** Formulas between `$$` or brackets behind a backslash, drawn under limits. One dollar is a dollar. */
export const math: { remark: PluggableList; rehype: PluggableList } = {
  remark: [[remarkMath, { singleDollarTextMath: false }], bracketFormulas],
  rehype: [limitFormulas, [rehypeKatex, { errorColor: 'var(--ink-2)' }], validHeights],
};
