import { Suspense } from 'react';
import { useChat } from '#ui/chat/use-chat.ts';
import { lazyView } from '#ui/kit/lazy-view.tsx';
import { LongText } from '#ui/kit/long-text.tsx';
import { AnswerText, type AnswerTextProps } from './answer-text.tsx';

const JsonAnswer = lazyView(() => import('./json-answer.tsx').then((m) => m.JsonAnswer));

/** Without a schema only an object can be a whole answer: `[1]` is a citation. */
const OBJECT = /^\s*\{\s*(?:"|$)/;

/** The words of an answer: Markdown or JSON. */
export function AnswerBody(props: AnswerTextProps) {
  const { text, isStreaming } = props;
  const schema = useChat(({ row }) => row.settings.outputSchema ?? '');
  const isJson = OBJECT.test(text) || (schema.trim() !== '' && /^\s*\[/.test(text));
  if (!isJson) return <AnswerText {...props} />;
  return (
    <Suspense fallback={<LongText text={text} />}>
      <JsonAnswer text={text} isStreaming={isStreaming} schema={schema} />
    </Suspense>
  );
}
