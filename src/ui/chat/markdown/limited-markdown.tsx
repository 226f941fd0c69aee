import { startTransition, useEffect, useLayoutEffect, useMemo, useState } from 'react';
import { Button } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { LongText, limitMarks } from '#ui/kit/long-text.tsx';
import { chatThreadText } from '#ui/messages/chat-thread.ts';
import { planFormat } from './answer-limits.ts';
import { FormatQueue } from './format-queue.ts';
import { Markdown, type MarkdownProps } from './markdown.tsx';

/** Milliseconds that one draw of a growing answer may take: it is drawn up to twelve times a second. */
const MAX_DRAW_MS = 250;

const queue = new FormatQueue();

/** Markdown of a model under limits: past them plain text, with a button that formats it. */
export function LimitedMarkdown(props: MarkdownProps) {
  const { isStreaming } = props;
  const text = useMemo(() => limitMarks(props.text), [props.text]);
  const [isWanted, setWanted] = useState(false);
  const [isSlow, setSlow] = useState(false);
  const { problem, isLight } = useMemo(() => planFormat(text), [text]);
  const isDue = useTurn(isLight || isStreaming || problem !== null);
  const isFormatted = problem === null || (isWanted && problem.canFormat);
  const isPlain = !isFormatted || !isDue || (isSlow && isStreaming);
  const start = performance.now();

  useLayoutEffect(() => {
    if (isStreaming && !isPlain && performance.now() - start > MAX_DRAW_MS) setSlow(true);
  });

  if (!isPlain) return <Markdown {...props} text={text} />;
  return (
    <>
      <div aria-busy={isFormatted && !isStreaming}>
        <LongText text={text} />
      </div>
      {problem && !isStreaming && (
        <p className={controls['secondary']} role="note">
          {chatThreadText.plainText} {problem.reason}{' '}
          {problem.canFormat && (
            <Button size="small" onClick={() => startTransition(() => setWanted(true))}>
              {chatThreadText.showFormatted}
            </Button>
          )}
        </p>
      )}
    </>
  );
}

/** Whether a text may be formatted: immediately, or after the texts queued before it. */
function useTurn(isNow: boolean): boolean {
  const [isDue, setDue] = useState(isNow);
  useEffect(() => {
    if (isDue) return;
    // In slices: the page answers in between. The turn ends with the effect, when it is drawn.
    return queue.add(() => startTransition(() => setDue(true)));
  }, [isDue]);
  return isDue || isNow;
}
