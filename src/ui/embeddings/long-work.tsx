import { Button } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { formatPercent } from '#ui/kit/format.ts';
import { Progress } from '#ui/kit/progress.tsx';
import { embeddingsText } from '#ui/messages/embeddings.ts';
import styles from './embeddings.module.css';

/** Shown until work is complete: 100 % would say that it is. */
const MAX_SHOWN = 0.99;

interface LongWorkProps {
  label: string;
  /** The part done, 0…1. */
  part: number;
  onStop: () => void;
}

/** How far long work is, with a button that ends it. */
export function LongWork({ label, part, onStop }: LongWorkProps) {
  const shown = Math.min(MAX_SHOWN, part);
  return (
    <div className={styles['work']}>
      <Progress label={label} value={shown} />
      <span className={controls['secondary']} role="status">
        {embeddingsText.workPart(label, formatPercent(shown))}
      </span>
      <Button size="small" onClick={onStop}>
        {embeddingsText.stop}
      </Button>
    </div>
  );
}
