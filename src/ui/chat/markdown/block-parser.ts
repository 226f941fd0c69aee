type Parse = (markdown: string) => string[];

/** Blocks at the end that more text may still change. */
const OPEN_BLOCKS = 2;

/** Characters of a formula that is searched for its end. */
const MAX_FORMULA = 8_000;

/**
 * Splits a text that grows into blocks, as `parse` splits the whole: only its end is parsed again.
 * Footnotes tie a text together from its first line to its last: such a text is parsed whole.
 */
export function createBlockParser(parse: Parse): Parse {
  let known: string[] = [];
  return (markdown) => {
    const settled = known.slice(0, -OPEN_BLOCKS);
    const start = settled.join('');
    const goesOn = start !== '' && markdown.startsWith(start) && !markdown.includes('[^');
    known = goesOn ? [...settled, ...parse(markdown.slice(start.length))] : parse(markdown);
    return markdown.includes('\\[') ? joinFormulas(known) : known;
  };
}

/** `parse` does not know `\[ … \]`, which may have empty lines and lines that begin as lists do. */
function joinFormulas(blocks: readonly string[]): string[] {
  const joined: string[] = [];
  let open: number | null = null;
  let length = 0;
  for (const block of blocks) {
    joined.push(block);
    const last = isCode(block) ? null : lastBracket(block);
    length += block.length;
    if (open !== null && /\\\]/.test(block)) joined.push(joined.splice(open).join(''));
    else if (open !== null && length < MAX_FORMULA && last !== '\\[') continue;
    open = last === '\\[' ? joined.length - 1 : null;
    length = 0;
  }
  return joined;
}

const isCode = (block: string) => /^ {0,3}(?:```|~~~)/.test(block);

/** The last `\[` or `\]` of a block; a backslash takes the character behind it along. */
function lastBracket(block: string): string | undefined {
  return block.match(/\\[\s\S]/g)?.findLast((pair) => pair === '\\[' || pair === '\\]');
}
