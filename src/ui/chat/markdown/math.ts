import 'katex/dist/katex.min.css';
import { createMathPlugin } from '@streamdown/math';

/** Formulas between `$$`. */
export const math = createMathPlugin({ singleDollarTextMath: false });
