import { type ReactNode, useState } from 'react';
import { failureText } from '#ui/messages/failure.ts';
import { breakRuns } from './break-runs.tsx';
import { Button } from './button.tsx';
import styles from './long-text.module.css';

/** Characters drawn at first, and more with each press: a browser lays out some millions a second at best. */
const SHOWN = 50_000;

interface LongTextProps {
  text: string;
  /** Characters drawn at first, where many texts are drawn together. */
  shown?: number;
  /** Draws the part that is shown. */
  draw?: (text: string) => ReactNode;
}

/** Text of any length, verbatim with its line breaks: the rest of a long one is drawn on demand. */
export function LongText({ text, shown = SHOWN, draw = breakRuns }: LongTextProps) {
  const [max, setMax] = useState(shown);
  if (text.length <= max) return <div className={styles['text']}>{draw(limitMarks(text))}</div>;
  return (
    <>
      <div className={styles['text']}>{draw(limitMarks(text.slice(0, max)))}…</div>
      <Button size="small" onClick={() => setMax(max + SHOWN)}>
        {failureText.showMore(text.length - max)}
      </Button>
    </>
  );
}

/** Maximum of combining marks per character; no script needs as many. Thousands of them block the layout of a page. */
const MAX_MARKS = 16;
const STACK = new RegExp(`(\\p{M}{${MAX_MARKS}})\\p{M}+`, 'gu');

/** A text without the combining marks above the limit per character. */
export function limitMarks(text: string): string {
  return text.replace(STACK, '$1');
}
