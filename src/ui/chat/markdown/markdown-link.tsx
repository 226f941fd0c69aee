import { type ReactNode, use, useState } from 'react';
import { Button } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { Dialog } from '#ui/kit/dialog.tsx';
import { CiteContext } from './cite-context.ts';
import styles from './markdown.module.css';

/** Characters of an address that can be followed: a person has to read it. */
const MAX_ADDRESS = 2_000;

interface MarkdownLinkProps {
  href?: string | undefined;
  children?: ReactNode;
}

/** A citation, or an address that a model wrote: it says where it leads and asks before it goes there. */
export function MarkdownLink({ href, children }: MarkdownLinkProps) {
  const cite = use(CiteContext);
  const [isAsked, setAsked] = useState(false);
  const cited = /^#cite-(\d+)$/.exec(href ?? '')?.[1];
  if (cited !== undefined && cite) {
    return (
      <button type="button" className={styles['cite']} onClick={() => cite(Number(cited))}>
        {children}
      </button>
    );
  }
  if (!href || href.length > MAX_ADDRESS || !URL.canParse(href)) return <span>{children}</span>;
  const { host, protocol } = new URL(href);
  const place = protocol === 'mailto:' ? 'your mail program' : host;
  return (
    <>
      <button type="button" className={styles['link']} onClick={() => setAsked(true)}>
        {children}
      </button>
      {!String(children).includes(host) && <span className={styles['host']}> ({place})</span>}
      {isAsked && (
        <Dialog title={`Open ${place}?`} onClose={() => setAsked(false)}>
          <p>The model wrote this address. What stands in it is sent to that place.</p>
          <code className={styles['address']}>{href}</code>
          <div className={controls['row']}>
            <a
              className={`${controls['button']} ${controls['primary']}`}
              href={href}
              target="_blank"
              rel="noopener noreferrer nofollow"
              onClick={() => setAsked(false)}
            >
              Open
            </a>
            <Button onClick={() => setAsked(false)}>Stay here</Button>
          </div>
        </Dialog>
      )}
    </>
  );
}
