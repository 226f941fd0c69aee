import { Link } from 'wouter';
import { nameOf } from '#ui/embeddings/session/text-set-state.ts';
import { useEmbeddingSession } from '#ui/embeddings/use-embeddings.ts';
import { Button } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { formatCount } from '#ui/kit/format.ts';
import { itemPath } from '#ui/kit/item-path.ts';
import { embeddingsText } from '#ui/messages/embeddings.ts';
import { reportFailure } from '#ui/state/toasts.ts';
import { useWatched } from '#ui/state/use-watched.ts';
import styles from './embeddings.module.css';

/** The sets stored on this device. */
export function SavedSets() {
  const embeddings = useEmbeddingSession();
  const sets = useWatched(() => embeddings.sets.list(), 'sets');
  if (!sets || sets.length === 0) return null;
  return (
    <details>
      <summary>{embeddingsText.savedSets(formatCount(sets.length))}</summary>
      <ul className={styles['sets']}>
        {sets.map((set) => (
          <li key={set.id} className={controls['row']}>
            <Link
              href={itemPath('/embeddings', set.id)}
              // The address stays when the set is open already, under other texts that are being chosen.
              onClick={() => embeddings.open(set.id).catch(reportError)}
            >
              {nameOf(set)}
            </Link>
            <span className={controls['secondary']}>
              {embeddingsText.countTexts(set.texts.length)}
            </span>
            <Button
              kind="quiet"
              size="small"
              aria-label={embeddingsText.deleteSet(nameOf(set))}
              onClick={() =>
                reportFailure(embeddingsText.notDeleted(nameOf(set)), embeddings.remove(set))
              }
            >
              {embeddingsText.delete}
            </Button>
          </li>
        ))}
      </ul>
    </details>
  );
}
