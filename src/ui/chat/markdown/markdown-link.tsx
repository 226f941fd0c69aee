import { type ReactNode, use, useState } from 'react';
import { Button, buttonClass } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { Dialog } from '#ui/kit/dialog.tsx';
import { chatThreadText } from '#ui/messages/chat-thread.ts';
import { CiteContext } from './cite-context.ts';
import styles from './markdown.module.css';

/** Characters of a URL that can be opened: a person has to read it. */
const MAX_ADDRESS = 2_000;

interface MarkdownLinkProps {
  href?: string | undefined;
  children?: ReactNode;
}

/** A citation, or a link that a model wrote: it shows the target and asks before opening it. */
export function MarkdownLink({ href, children }: MarkdownLinkProps) {
  const cite = use(CiteContext);
  const [isAsked, setAsked] = useState(false);
  const cited = /^#cite-(\d+)$/.exec(href ?? '')?.[1];
  if (cited !== undefined && cite) {
    return (
      <Button
        data-words
        kind="plain"
        className={styles['cite']}
        onClick={() => cite(Number(cited))}
      >
        {children}
      </Button>
    );
  }
  if (!href || href.length > MAX_ADDRESS || !URL.canParse(href)) return <span>{children}</span>;
  const { host, protocol } = new URL(href);
  const place = protocol === 'mailto:' ? chatThreadText.mailProgram : host;
  return (
    <>
      <Button data-words kind="plain" className={styles['link']} onClick={() => setAsked(true)}>
        {children}
      </Button>
      {!String(children).includes(host) && <span className={styles['host']}> ({place})</span>}
      {isAsked && (
        <Dialog title={chatThreadText.openPlace(place)} onClose={() => setAsked(false)}>
          <p>{chatThreadText.openWarning}</p>
          <code className={styles['address']}>{href}</code>
          <div className={controls['row']}>
            <a
              className={buttonClass({ kind: 'primary' })}
              href={href}
              target="_blank"
              rel="noopener noreferrer nofollow"
              onClick={() => setAsked(false)}
            >
              {chatThreadText.open}
            </a>
            <Button onClick={() => setAsked(false)}>{chatThreadText.cancel}</Button>
          </div>
        </Dialog>
      )}
    </>
  );
}
