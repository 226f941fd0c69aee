import { colourOf } from '#ui/embeddings/map/colours.ts';
import { groupName } from '#ui/embeddings/session/embeddings-state.ts';
import { useEmbeddingSession, usePicked } from '#ui/embeddings/use-embeddings.ts';
import { Button } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { Field } from '#ui/kit/field.tsx';
import { formatCount } from '#ui/kit/format.ts';
import { embeddingsText } from '#ui/messages/embeddings.ts';
import { reportFailure } from '#ui/state/toasts.ts';
import { Dot } from './dot.tsx';
import styles from './embeddings.module.css';

/** More groups than this have too few texts each to be named. */
const MAX_GROUPS = 30;

/** The groups of texts, each named by its words. */
export function GroupsView() {
  const embeddings = useEmbeddingSession();
  const { embedded, clusters } = usePicked('embedded', 'clusters');
  if (!embedded) return null;
  if (!clusters) return <p role="status">{embeddingsText.grouping}</p>;
  const show = (c: number) => {
    const rows = [...clusters.of.keys()].filter((i) => clusters.of[i] === c);
    embeddings.change({
      lasso: new Set(rows),
      facet: c,
      colouring: 'groups',
      view: 'texts',
      hits: null,
      query: '',
    });
  };
  return (
    <div className={styles['stack']}>
      <Field
        label={embeddingsText.groupCount}
        isInline
        className={styles['narrow']}
        type="number"
        min={1}
        max={MAX_GROUPS}
        defaultValue={clusters.clusters.length}
        onChange={(event) => {
          const k = Number(event.target.value);
          if (k >= 1 && k <= MAX_GROUPS)
            reportFailure(embeddingsText.groupingFailed, embeddings.regroup(k));
        }}
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
                onClick={() => show(c)}
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
