import styles from './progress.module.css';

interface ProgressProps {
  /** Names the task for people who cannot see the bar. */
  label: string;
  /** From 0 to 1; null while nothing is known of the end. */
  value: number | null;
}

export function Progress({ label, value }: ProgressProps) {
  const known = value === null ? {} : { value: Math.min(1, Math.max(0, value)) };
  return <progress className={styles['bar']} max={1} aria-label={label} {...known} />;
}
