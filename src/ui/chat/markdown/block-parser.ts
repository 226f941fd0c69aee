type Parse = (markdown: string) => string[];

/** Blocks at the end that more text may still change. */
const OPEN_BLOCKS = 2;

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
    return known;
  };
}
