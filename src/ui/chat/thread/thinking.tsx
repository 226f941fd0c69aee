import { formatSeconds } from '#ui/kit/format.ts';
import { LongText } from '#ui/kit/long-text.tsx';
import { chatThreadText } from '#ui/messages/chat-thread.ts';
import styles from './messages.module.css';

interface ThinkingProps {
  text: string;
  /** Seconds it took; null while it is running. */
  seconds: number | null;
  isRunning: boolean;
}

/** The reasoning before an answer, folded to one line. */
export function Thinking({ text, seconds, isRunning }: ThinkingProps) {
  if (text === '') return null;
  const isOver = seconds !== null || !isRunning;
  const done =
    seconds === null ? chatThreadText.thought : chatThreadText.thoughtFor(formatSeconds(seconds));
  return (
    <details className={styles['thinking']}>
      <summary>{isOver ? done : chatThreadText.thinking}</summary>
      <LongText text={text} />
    </details>
  );
}
