import { Link } from 'wouter';
import { useShallow } from 'zustand/react/shallow';
import { useHost } from '#ui/state/models.ts';
import { describeHost } from './describe-status.ts';
import styles from './page-header.module.css';

/** At the foot of the sidebar: the loaded model with its device, queue length and memory. */
export function StatusLine() {
  const { kind, text, more } = useHost(useShallow(describeHost));
  return (
    <Link href="/models" className={styles['line']} title={more}>
      <span className={`${styles['dot']} ${styles[kind]}`} aria-hidden />
      <span>
        <span aria-live="polite">{text}</span>
        {more !== '' && <span className={styles['more']}>{more}</span>}
      </span>
    </Link>
  );
}
