import { lazy, Suspense } from 'react';
import styles from './messages.module.css';

const Markdown = lazy(() =>
  import('#ui/chat/markdown/markdown.tsx').then((m) => ({ default: m.Markdown })),
);

/** Fetched ahead, so that the first answer is drawn as it should be. */
export function preloadMarkdown(): void {
  import('#ui/chat/markdown/markdown.tsx').catch(() => {});
}

/** Its languages take ten milliseconds to set up: not while an answer with code is being drawn. */
export function preloadHighlight(): void {
  const load = () => {
    import('#ui/chat/markdown/highlight.tsx').catch(() => {});
  };
  // Safari has no such call.
  if ('requestIdleCallback' in globalThis) requestIdleCallback(load);
  else setTimeout(load, 1_000);
}

interface AnswerTextProps {
  text: string;
  isStreaming: boolean;
  onCite?: (number: number) => void;
}

export function AnswerText(props: AnswerTextProps) {
  return (
    <Suspense fallback={<p className={styles['plain']}>{props.text}</p>}>
      <Markdown {...props} />
    </Suspense>
  );
}
