import 'katex/dist/katex.min.css';
import type { Root } from 'hast';
import rehypeKatex from 'rehype-katex';
import remarkMath from 'remark-math';
import type { PluggableList } from 'unified';
import { canDrawFormula } from './formula-limits.ts';
import { bracketFormulas } from './formulas.ts';
import { dropNegativeHeights, elementsOf, textOf } from './tree-plugins.ts';

const MATH_CLASSES = ['language-math', 'math-inline', 'math-display'];

/** Formulas that would stop the page are left as the code they were written in. */
function limitFormulas() {
  return (tree: Root): void => {
    for (const element of elementsOf(tree)) {
      const { className } = element.properties;
      const isMath =
        Array.isArray(className) && className.some((name) => MATH_CLASSES.includes(String(name)));
      if (isMath && !canDrawFormula(textOf(element))) element.properties['className'] = [];
    }
  };
}

const validHeights = () => dropNegativeHeights;

/** Formulas between `$$` or brackets behind a backslash, drawn under limits. One dollar is a dollar. */
export const math: { remark: PluggableList; rehype: PluggableList } = {
  remark: [[remarkMath, { singleDollarTextMath: false }], bracketFormulas],
  rehype: [limitFormulas, [rehypeKatex, { errorColor: 'var(--ink-2)' }], validHeights],
};
