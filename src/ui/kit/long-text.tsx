import { useState } from 'react';
import { failureText } from '#ui/messages/failure.ts';
import { Button } from './button.tsx';
import { limitMarks } from './limit-marks.ts';
import styles from './long-text.module.css';

/** Characters drawn at first, and more with each press: a browser lays out some millions a second at best. */
const SHOWN = 50_000;

/** Text of any length as it is, breaks included: the rest of a long one is drawn when it is asked for. */
export function LongText({ text }: { text: string }) {
  const [most, setMost] = useState(SHOWN);
  if (text.length <= most) return <div className={styles['text']}>{limitMarks(text)}</div>;
  return (
    <>
      <div className={styles['text']}>{limitMarks(text.slice(0, most))}…</div>
      <Button size="small" onClick={() => setMost(most + SHOWN)}>
        {failureText.showMore(text.length - most)}
      </Button>
    </>
  );
}
