import { type ReactNode, useEffect, useState } from 'react';
import { CopyButton } from '#ui/kit/copy-button.tsx';
import figure from '#ui/kit/figure.module.css';
import { chatThreadText } from '#ui/messages/chat-thread.ts';
import styles from './markdown.module.css';

interface CodeBlockProps {
  code: string;
  language: string;
  /** Whether its closing fence is still missing: then it is not highlighted. */
  isOpen: boolean;
}

/** Characters. Longer code is not highlighted: it would block the page. */
const MAX_HIGHLIGHTED = 30_000;

export function CodeBlock({ code, language, isOpen }: CodeBlockProps) {
  const [coloured, setColoured] = useState<{ code: string; node: ReactNode } | null>(null);
  const wanted = !isOpen && language !== '' && code.length <= MAX_HIGHLIGHTED;

  useEffect(() => {
    if (!wanted) return;
    let mounted = true;
    import('./highlight.tsx').then(
      ({ highlight }) => mounted && setColoured({ code, node: highlight(code, language) }),
      reportError,
    );
    return () => {
      mounted = false;
    };
  }, [wanted, code, language]);

  return (
    <figure className={`${figure['figure']} ${styles['code']}`}>
      <figcaption>
        <span>{language === '' ? chatThreadText.text : language}</span>
        <CopyButton text={code} label={chatThreadText.copyCode} isNamed />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard. */}
      <pre tabIndex={0}>
        <code>{coloured?.code === code ? coloured.node : code}</code>
      </pre>
    </figure>
  );
}
