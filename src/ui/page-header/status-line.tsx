import { Link } from 'wouter';
import { useShallow } from 'zustand/react/shallow';
import { formatBytes } from '#ui/kit/format.ts';
import { statusText } from '#ui/messages/status.ts';
import { useBuiltIn } from '#ui/state/built-in.ts';
import { findModel, useHost } from '#ui/state/models.ts';
import { useSent } from '#ui/state/sent.ts';
import { useShell } from '#ui/state/shell.ts';
import { describeHost } from './describe-status.ts';
import styles from './page-header.module.css';

/**
 * At the foot of the sidebar: the loaded model with its device, queue length and memory, and how many requests left
 * this device since the page was opened.
 */
export function StatusLine() {
  const { kind, text, more } = useHost(useShallow(describeHost));
  const fetching = useFetching();
  const sent = useSent((state) => state.sinceOpened);
  const isOffline = useHost((state) => state.status.isOffline === true);
  return (
    <div className={styles['foot']}>
      <Transcribing />
      <Link href="/models" className={styles['line']} title={fetching ?? more}>
        <span className={`${styles['dot']} ${styles[kind]}`} aria-hidden />
        <span>
          <span>{text}</span>
          {(fetching ?? more) !== '' && <span className={styles['more']}>{fetching ?? more}</span>}
        </span>
      </Link>
      <Link
        href="/settings/privacy"
        className={styles['sent']}
        title={isOffline ? statusText.offlineTitle : statusText.sentTitle}
        data-figures
      >
        {isOffline ? statusText.offline : statusText.sent(sent)}
      </Link>
    </div>
  );
}

/** The recording that is transcribed, whatever page is open. */
function Transcribing() {
  const work = useShell((state) => state.transcribing);
  if (!work) return null;
  return (
    <Link href={work.path} className={styles['work']} title={work.name}>
      <span dir="auto">{work.name}</span>
      <span data-figures>{work.position}</span>
    </Link>
  );
}

/** The built-in model that is being stored for offline use, and how far. */
function useFetching(): string | null {
  const fetching = useBuiltIn((state) => state.fetching);
  const model = fetching && findModel(fetching.id);
  if (!fetching || !model) return null;
  const total = formatBytes(model.downloadBytes);
  return statusText.fetching(model.title, formatBytes(fetching.loaded), total);
}
