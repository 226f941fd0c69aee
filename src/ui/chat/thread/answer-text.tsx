import { Suspense } from 'react';
import { ErrorBoundary } from '#ui/kit/error-boundary.tsx';
import { Failed } from '#ui/kit/guard.tsx';
import { lazyView } from '#ui/kit/lazy-view.tsx';
import { LongText } from '#ui/kit/long-text.tsx';
import { chatThreadText } from '#ui/messages/chat-thread.ts';

const Markdown = lazyView(() =>
  import('#ui/chat/markdown/limited-markdown.tsx').then((m) => m.LimitedMarkdown),
);

/** Preloads the renderer, so that the first answer is formatted from its first token. */
export function preloadMarkdown(): void {
  import('#ui/chat/markdown/limited-markdown.tsx').catch(() => {});
}

/** Its languages take ten milliseconds to set up: not while an answer with code is being drawn. */
export function preloadHighlight(): void {
  const load = () => {
    import('#ui/chat/markdown/highlight.tsx').catch(() => {});
  };
  // Safari has no such call.
  if (typeof requestIdleCallback === 'function') requestIdleCallback(load);
  else setTimeout(load, 1_000);
}

export interface AnswerTextProps {
  text: string;
  isStreaming: boolean;
  onCite?: (number: number) => void;
}

export function AnswerText(props: AnswerTextProps) {
  const plain = <LongText text={props.text} />;
  return (
    <ErrorBoundary
      fallback={(failure) => (
        <>
          {plain}
          <Failed title={chatThreadText.formattingFailed} failure={failure} />
        </>
      )}
    >
      <Suspense fallback={plain}>
        <Markdown {...props} />
      </Suspense>
    </ErrorBoundary>
  );
}
