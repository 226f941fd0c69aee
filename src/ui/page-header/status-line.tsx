import { Link } from 'wouter';
import { useShallow } from 'zustand/react/shallow';
import { statusText } from '#ui/messages/status.ts';
import { useHost } from '#ui/state/models.ts';
import { useSent } from '#ui/state/sent.ts';
import { describeHost } from './describe-status.ts';
import styles from './page-header.module.css';

/**
 * At the foot of the sidebar: the loaded model with its device, queue length and memory, and how many requests left
 * this device since the page was opened.
 */
export function StatusLine() {
  const { kind, text, more } = useHost(useShallow(describeHost));
  const sent = useSent((state) => state.sinceOpened);
  return (
    <div className={styles['foot']}>
      <Link href="/models" className={styles['line']} title={more}>
        <span className={`${styles['dot']} ${styles[kind]}`} aria-hidden />
        <span>
          <span aria-live="polite">{text}</span>
          {more !== '' && <span className={styles['more']}>{more}</span>}
        </span>
      </Link>
      <Link
        href="/settings/privacy"
        className={styles['sent']}
        title={statusText.sentTitle}
        data-figures
      >
        {statusText.sent(sent)}
      </Link>
    </div>
  );
}
