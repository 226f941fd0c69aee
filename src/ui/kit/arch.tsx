import type { ReactNode } from 'react';
import styles from './arch.module.css';

interface ArchProps {
  /** `small` next to text, `large` as the picture of a page. */
  size?: 'small' | 'large';
  /** From 0 to 1: how far it is filled from below; null while the end is unknown. Left out: not filled. */
  fill?: number | null;
  children?: ReactNode;
}

/** The shape of the mark as a frame: of the hello, of empty states, of loading. Only a picture. */
export function Arch({ size = 'large', fill, children }: ArchProps) {
  const share = fill == null ? null : Math.min(1, Math.max(0, fill));
  return (
    <div className={`${styles['arch']} ${styles[size]}`} aria-hidden>
      {fill !== undefined && (
        <span
          className={`${styles['fill']} ${share === null ? styles['unknown'] : ''}`}
          style={share === null ? undefined : { transform: `scaleY(${share})` }}
        />
      )}
      <span className={styles['content']}>{children}</span>
    </div>
  );
}

interface EmptyStateProps {
  /** What the arch shows: an icon, a drawing. */
  picture: ReactNode;
  title: string;
  /** One sentence. */
  text?: ReactNode;
  /** The one action that fills the page, and perhaps a sample. */
  children?: ReactNode;
}

/** A page or a list with nothing in it yet. */
export function EmptyState({ picture, title, text, children }: EmptyStateProps) {
  return (
    <div className={styles['empty']}>
      <Arch>{picture}</Arch>
      <h2 className={styles['headline']}>{title}</h2>
      {text && <p className={styles['text']}>{text}</p>}
      {children && <div className={styles['actions']}>{children}</div>}
    </div>
  );
}
