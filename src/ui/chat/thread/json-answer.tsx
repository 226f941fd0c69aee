import { useMemo } from 'react';
import { CopyButton } from '#ui/kit/copy-button.tsx';
import figure from '#ui/kit/figure.module.css';
import { chatThreadText } from '#ui/messages/chat-thread.ts';
import { AnswerText } from './answer-text.tsx';
import styles from './json-answer.module.css';
import { JsonValue } from './json-value.tsx';
import { readJsonAnswer } from './read-json-answer.ts';

interface JsonAnswerProps {
  text: string;
  isStreaming: boolean;
  /** The schema of the chat; empty for none. */
  schema: string;
}

/** An answer that is JSON: folded open, in the colours of code, and checked. */
export function JsonAnswer({ text, isStreaming, schema }: JsonAnswerProps) {
  const answer = useMemo(
    () => (isStreaming ? null : readJsonAnswer(text, schema)),
    [text, isStreaming, schema],
  );
  // Code while it grows, or where it was cut off.
  if (!answer) return <AnswerText text={`\`\`\`json\n${text}\n\`\`\``} isStreaming={isStreaming} />;
  const { value, fits } = answer;
  return (
    <figure className={figure['figure']}>
      <figcaption>
        <span className={fits === false ? styles['bad'] : styles['ok']}>{describeFit(fits)}</span>
        <CopyButton text={text} label={chatThreadText.copyCode} isNamed />
      </figcaption>
      <div className={styles['tree']} dir="ltr">
        <JsonValue value={value} />
      </div>
    </figure>
  );
}

function describeFit(fits: boolean | null): string {
  if (fits === null) return chatThreadText.jsonValid;
  return fits ? chatThreadText.jsonFits : chatThreadText.jsonMisfits;
}
