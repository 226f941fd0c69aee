import { type ReactNode, useEffect, useState } from 'react';
import { CopyButton } from '#ui/kit/copy-button.tsx';
import styles from './markdown.module.css';

interface CodeBlockProps {
  code: string;
  language: string;
  /** Whether its end has not come yet: then it is not highlighted. */
  isOpen: boolean;
}

/** Longer code stays plain: colours are not worth a page that stands still. */
const MOST_HIGHLIGHTED = 30_000;

export function CodeBlock({ code, language, isOpen }: CodeBlockProps) {
  const [coloured, setColoured] = useState<{ code: string; node: ReactNode } | null>(null);
  const wanted = !isOpen && language !== '' && code.length <= MOST_HIGHLIGHTED;

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
    <figure className={styles['code']}>
      <figcaption>
        <span>{language === '' ? 'text' : language}</span>
        <CopyButton text={code} label="Copy code" isNamed />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard. */}
      <pre tabIndex={0}>
        <code>{coloured?.code === code ? coloured.node : code}</code>
      </pre>
    </figure>
  );
}
