import { formatSeconds } from '#ui/kit/format.ts';
import { LongText } from '#ui/kit/long-text.tsx';
import styles from './messages.module.css';

interface ThinkingProps {
  text: string;
  /** Seconds it took; null while it goes on. */
  seconds: number | null;
  isRunning: boolean;
}

/** What a model thought before it answered, folded to one line. */
export function Thinking({ text, seconds, isRunning }: ThinkingProps) {
  if (text === '') return null;
  const isOver = seconds !== null || !isRunning;
  const took = seconds === null ? '' : ` for ${formatSeconds(seconds)}`;
  return (
    <details className={styles['thinking']}>
      <summary>{isOver ? `Thought${took}` : 'Thinking…'}</summary>
      <LongText text={text} />
    </details>
  );
}
