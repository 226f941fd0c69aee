import { memo } from 'react';
import { Block, type BlockProps } from 'streamdown';
import { breakRuns } from '#ui/kit/break-runs.tsx';

/**
 * One paragraph without a character that Markdown, its tables, links and formulas give a meaning to:
 * no break within, no list's mark before, no address.
 */
const PLAIN = /^(?!\d+[.)])[\p{L}\p{N}"'“‘(][\p{L}\p{M}\p{N} ,.;:?!'"()%’‘“”–—…-]*\n*$/u;

export function isPlain(markdown: string): boolean {
  return PLAIN.test(markdown) && !/www\./i.test(markdown);
}

/** A block of Markdown. Most blocks are plain text, which skips the parser: parsing took half of the drawing time. */
export const PlainBlock = memo(
  (props: BlockProps) =>
    isPlain(props.content) ? <p>{breakRuns(props.content.trimEnd())}</p> : <Block {...props} />,
  (before, after) => before.content === after.content && isPlain(after.content),
);
