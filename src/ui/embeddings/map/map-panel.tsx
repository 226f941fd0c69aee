import { NearList } from '#ui/embeddings/near-list.tsx';
import { Dot, TextList } from '#ui/embeddings/text-list.tsx';
import { useRows } from '#ui/embeddings/texts-view.tsx';
import { usePicked, useTextSet } from '#ui/embeddings/use-embeddings.ts';
import { Button } from '#ui/kit/button.tsx';
import { formatCount } from '#ui/kit/format.ts';
import { embeddingsText } from '#ui/messages/embeddings.ts';
import type { Legend } from './legend.ts';
import styles from './map-panel.module.css';

/** Texts listed at the side of the map: enough to look around, the table has them all. */
const MAX_LISTED = 100;

/** At the side of the map: a chosen text with its nearest ones, or search results, or the colours and texts. */
export function MapPanel({ legend }: { legend: Legend }) {
  const { embedded, clusters, colouring, hits, query, selected } = usePicked(
    'embedded',
    'clusters',
    'colouring',
    'hits',
    'query',
    'selected',
  );
  const rows = useRows();
  if (!embedded) return null;
  if (selected !== null) {
    const group = legend.entries[legend.of[selected] ?? -1]?.name;
    return <NearList index={selected} group={group} colours={legend.colours} />;
  }
  // The list comes below the groups and would be pushed down by them.
  const isGrouping = colouring === 'groups' && !clusters;
  return (
    <aside className={styles['panel']} aria-label={embeddingsText.texts} aria-busy={isGrouping}>
      {hits === null && <Facets legend={legend} />}
      {isGrouping ? (
        <p role="status">{embeddingsText.grouping}</p>
      ) : (
        <TextList
          title={hits ? embeddingsText.nearestTo(query) : embeddingsText.countTexts(rows.length)}
          rows={rows.slice(0, MAX_LISTED)}
          colours={legend.colours}
        />
      )}
      {!isGrouping && rows.length > MAX_LISTED && (
        <p className={styles['more']}>
          {embeddingsText.moreInTable(formatCount(rows.length - MAX_LISTED))}
        </p>
      )}
    </aside>
  );
}

/** The colours with how many texts have each, as bars; a press shows those alone. */
function Facets({ legend }: { legend: Legend }) {
  const set = useTextSet();
  const { facet } = usePicked('facet');
  const max = Math.max(1, ...legend.entries.map(({ count }) => count));
  return (
    <ul className={styles['facets']} aria-label={embeddingsText.colours}>
      {legend.entries.map(({ name, colour, count }, at) => (
        <li key={name}>
          <Button
            kind="plain"
            className={styles['facet']}
            aria-pressed={facet === at}
            onClick={() => set.filterBy(at, legend.of)}
          >
            <Dot colour={colour} size={10} />
            <span dir="auto">{name}</span>
            <span className={styles['count']}>{formatCount(count)}</span>
            <svg className={styles['bar']} aria-hidden="true">
              <rect width={`${(100 * count) / max}%`} height="4" rx="2" fill={colour} />
            </svg>
          </Button>
        </li>
      ))}
    </ul>
  );
}
