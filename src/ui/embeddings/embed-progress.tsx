import { useEmbeddings, useTextSet } from '#ui/embeddings/use-embeddings.ts';
import { Arch } from '#ui/kit/arch.tsx';
import { Button } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { formatCount, formatSeconds } from '#ui/kit/format.ts';
import { Progress } from '#ui/kit/progress.tsx';
import { embeddingsText } from '#ui/messages/embeddings.ts';
import styles from './embeddings.module.css';

/** Seconds after which an estimate of the time left is worth showing. */
const MIN_SECONDS = 2;

/** How far embedding is, with a button to cancel it. */
export function EmbedProgress() {
  const set = useTextSet();
  const work = useEmbeddings((state) => state.work);
  if (!work) return null;
  const { done, total, startedAt } = work;
  const phase = embeddingsText[work.phase];
  const took = (Date.now() - startedAt) / 1000;
  const left = took > MIN_SECONDS && done > 0 ? (took / done) * (total - done) : 0;
  const counts = [formatCount(done), formatCount(total)] as const;
  return (
    <div className={styles['progress']}>
      <Arch fill={total > 0 ? done / total : null} />
      <Progress label={phase} value={total > 0 ? done / total : null} />
      <span className={controls['secondary']} role="status">
        {left > 0
          ? embeddingsText.progressLeft(phase, ...counts, formatSeconds(left))
          : embeddingsText.progress(phase, ...counts)}
      </span>
      <Button size="small" onClick={() => set.cancel()}>
        {embeddingsText.cancel}
      </Button>
    </div>
  );
}
