import { colourOf } from '#ui/embeddings/map/colours.ts';
import { groupName } from '#ui/embeddings/session/text-set-state.ts';
import { usePicked, useTextSet } from '#ui/embeddings/use-embeddings.ts';
import { Button } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { formatCount } from '#ui/kit/format.ts';
import { embeddingsText } from '#ui/messages/embeddings.ts';
import { reportFailure } from '#ui/state/toasts.ts';
import styles from './embeddings.module.css';
import { Dot } from './text-list.tsx';

/** Numbers of groups to choose from, next to the one that suits the texts. */
const COUNTS = [5, 8, 12, 20, 30];

/** The groups of texts, each named by its words. */
export function GroupsView() {
  const set = useTextSet();
  const { embedded, clusters } = usePicked('embedded', 'clusters');
  if (!embedded) return null;
  if (!clusters) return <p role="status">{embeddingsText.grouping}</p>;
  return (
    <div className={styles['stack']}>
      <GroupCounts
        best={clusters.best}
        now={clusters.clusters.length}
        max={embedded.texts.length}
      />
      <ul className={styles['groups']}>
        {clusters.clusters.map(({ typical, size }, c) => (
          <li key={typical[0]}>
            <div className={controls['row']}>
              <Dot colour={colourOf(c)} size={12} />
              <h2>
                {embeddingsText.groupName(
                  formatCount(c + 1),
                  groupName(clusters, c, embedded.texts),
                )}
              </h2>
              <span className={controls['secondary']}>{embeddingsText.countTexts(size)}</span>
              <Button
                size="small"
                aria-label={embeddingsText.showGroupTexts(formatCount(c + 1))}
                onClick={() => set.showGroup(c)}
              >
                {embeddingsText.showTexts}
              </Button>
            </div>
            <p className={controls['secondary']}>
              {typical.map((i) => embedded.texts[i]?.slice(0, 100)).join(' · ')}
            </p>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** How many groups there are, with the number that suits the texts marked. */
function GroupCounts({ best, now, max }: { best: number; now: number; max: number }) {
  const set = useTextSet();
  const counts = [...new Set([best, ...COUNTS])].filter((k) => k <= max).sort((a, b) => a - b);
  const regroup = (k: number) => reportFailure(embeddingsText.groupingFailed, set.regroup(k));
  return (
    <fieldset className={styles['counts']}>
      <legend>{embeddingsText.groupCount}</legend>
      {counts.map((k) => (
        <Button key={k} size="small" aria-pressed={k === now} onClick={() => regroup(k)}>
          {k === best ? embeddingsText.bestCount(formatCount(k)) : formatCount(k)}
        </Button>
      ))}
    </fieldset>
  );
}
