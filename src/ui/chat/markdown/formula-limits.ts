// biome-ignore lint/correctness/noUnresolvedImports: exported by the package, not in its types.
import { ParseError, __parse as parseFormula } from 'katex';

declare module 'katex' {
  /** Exported, but not in the package's types. */
  function __parse(text: string, options: import('katex').KatexOptions): unknown;
}

/** Characters of one formula. */
const MAX_LENGTH = 8_000;
/** Characters of one that defines commands of its own: each use of them may be as long as the formula. */
const MAX_DEFINING_LENGTH = 1_000;
/** Groups inside each other: each is drawn as about four elements. */
const MAX_DEPTH = 60;
/** Symbols and groups in one formula. */
const MAX_NODES = 4_000;
/** Braces that open inside each other: looked at first, for the parser calls itself for each. */
const MAX_OPEN = 200;

const DEFINES = /\\(?:g?def|xdef|edef|let|futurelet|(?:re)?newcommand|providecommand)(?![a-zA-Z])/;

/** Whether a formula can be drawn without stopping the page: by its length and, parsed, by its size and depth. */
export function canDrawFormula(text: string): boolean {
  if (text.length > (DEFINES.test(text) ? MAX_DEFINING_LENGTH : MAX_LENGTH)) return false;
  if (openBraces(text) > MAX_OPEN) return false;
  try {
    return isSmall(parseFormula(text, { displayMode: true, throwOnError: true, strict: 'ignore' }));
  } catch (error) {
    // What KaTeX cannot parse it draws as text; anything else is a stack that is too deep.
    return error instanceof ParseError;
  }
}

function openBraces(text: string): number {
  let open = 0;
  let max = 0;
  for (const c of text) {
    if (c === '{') max = Math.max(max, ++open);
    else if (c === '}') open = Math.max(0, open - 1);
  }
  return max;
}

interface Part {
  value: object;
  depth: number;
}

/** Whether a parsed formula has few enough nodes, few enough inside each other. Without recursion. */
function isSmall(tree: unknown): boolean {
  const open = partsOf({ tree }, 0);
  let nodes = 0;
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, depth } = next;
    const isNode = 'type' in value && 'mode' in value;
    if (isNode) nodes++;
    if (nodes > MAX_NODES || (isNode && depth > MAX_DEPTH)) return false;
    open.push(...partsOf(value, depth + (isNode ? 1 : 0)));
  }
  return true;
}

function partsOf(value: object, depth: number): Part[] {
  return Object.entries(value).flatMap(([name, child]) => {
    const isPart = typeof child === 'object' && child !== null && name !== 'loc';
    return isPart ? [{ value: child as object, depth }] : [];
  });
}
