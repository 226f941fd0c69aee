// The code that documents offer to copy, for the tests and the benchmark that run it as it is written.
import { readFileSync } from 'node:fs';

/** A heading, or a block of code, in which a line with # is none. */
const PARTS = /^(?:#+ (?<title>.+)|```(?<kind>\w*)\n(?<code>[\s\S]*?)^```)$/gm;

/**
 * The blocks of code in a language, in their order. `heading`: the one directly above them.
 * @throws Error where there is none
 */
export function codeBlocks(path, language, heading = null) {
  const found = [];
  let current = null;
  for (const { groups } of readFileSync(path, 'utf8').matchAll(PARTS)) {
    if (groups.title !== undefined) current = groups.title;
    else if (groups.kind === language && (heading ?? current) === current) found.push(groups.code);
  }
  if (found.length > 0) return found;
  throw new Error(`${path} has no block in ${language}${heading ? ` below "${heading}"` : ''}.`);
}

/** The first code within a sentence that a pattern describes, such as `npm i openai`. @throws Error where there is none */
export function inlineCode(path, pattern) {
  const codes = readFileSync(path, 'utf8').matchAll(/`([^`\n]+)`/g);
  const found = [...codes].map(([, code]) => code).find((code) => pattern.test(code));
  if (found !== undefined) return found;
  throw new Error(`${path} has no code like ${pattern}.`);
}
