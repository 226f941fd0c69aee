import { useEffect, useMemo, useState } from 'react';
import { useEmbeddingSession } from '#ui/embeddings/use-embeddings.ts';
import { usePicked } from '#ui/embeddings/use-picked.ts';
import { Button } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { formatCount, formatDecimal } from '#ui/kit/format.ts';
import { Table } from '#ui/kit/table.tsx';
import { embeddingsText } from '#ui/messages/embeddings.ts';
import styles from './embeddings.module.css';
import { highlight } from './highlight.tsx';

/** Rows on one page of the table. */
const PAGE = 50;

/**
 * The texts as a table: all, those a search found, or those selected on the map. A chosen text lists
 * its nearest ones. Keyboards and screen readers get from it what the map shows.
 */
export function TextsView() {
  const embeddings = useEmbeddingSession();
  const { embedded, hits, query, lasso, clusters, selected } = usePicked(
    'embedded',
    'hits',
    'query',
    'lasso',
    'clusters',
    'selected',
  );
  const [page, setPage] = useState(0);
  const rows = useMemo(() => {
    const all = hits
      ? hits.map(({ index, score }) => ({ index, score }))
      : (embedded?.texts ?? []).map((_, index) => ({ index, score: null }));
    return lasso ? all.filter(({ index }) => lasso.has(index)) : all;
  }, [embedded, hits, lasso]);
  if (!embedded) return null;
  const pages = Math.max(1, Math.ceil(rows.length / PAGE));
  const at = Math.min(page, pages - 1);
  const shown = rows.slice(at * PAGE, (at + 1) * PAGE);
  return (
    <div className={styles['split']}>
      <div>
        <div className={controls['scroll']}>
          <Table
            caption={hits ? embeddingsText.nearestTo(query) : embeddingsText.texts}
            columns={[
              { name: hits ? embeddingsText.score : embeddingsText.number, isNumber: true },
              embeddingsText.text,
              ...(clusters ? [{ name: embeddingsText.group, isNumber: true }] : []),
              ...embedded.columns.map(({ name }) => name),
            ]}
          >
            {shown.map(({ index, score }) => (
              <tr key={index} aria-selected={index === selected}>
                <td className={controls['number']}>
                  {score === null ? formatCount(index + 1) : formatDecimal(score, 3)}
                </td>
                <td>
                  <Button
                    kind="plain"
                    className={styles['text']}
                    aria-pressed={index === selected}
                    onClick={() =>
                      embeddings.change({ selected: index === selected ? null : index })
                    }
                  >
                    {highlight(embedded.texts[index] ?? '', query)}
                  </Button>
                </td>
                {clusters && (
                  <td className={controls['number']}>{(clusters.of[index] ?? 0) + 1}</td>
                )}
                {embedded.columns.map(({ name, values }) => (
                  <td key={name}>{values[index]}</td>
                ))}
              </tr>
            ))}
          </Table>
        </div>
        {pages > 1 && (
          <div className={controls['row']}>
            <Button disabled={at === 0} onClick={() => setPage(at - 1)}>
              {embeddingsText.previous}
            </Button>
            <span className={controls['secondary']} role="status">
              {embeddingsText.range(
                formatCount(at * PAGE + 1),
                formatCount(at * PAGE + shown.length),
                formatCount(rows.length),
              )}
            </span>
            <Button disabled={at === pages - 1} onClick={() => setPage(at + 1)}>
              {embeddingsText.next}
            </Button>
          </div>
        )}
      </div>
      {selected !== null && <NearList index={selected} />}
    </div>
  );
}

/** The texts nearest to one of them. */
export function NearList({ index }: { index: number }) {
  const embeddings = useEmbeddingSession();
  const { embedded, vectors, near } = usePicked('embedded', 'vectors', 'near');
  useEffect(() => {
    if (vectors) embeddings.findNear(index).catch(reportError);
  }, [embeddings, vectors, index]);
  if (!embedded) return null;
  const isFound = near?.index === index && near.vectors === vectors;
  return (
    <aside className={styles['near']} aria-label={embeddingsText.nearestTexts} aria-busy={!isFound}>
      <h2>{embedded.texts[index]}</h2>
      <ol>
        {(isFound ? near.neighbours : []).map((n) => (
          <li key={n.index}>
            <Button
              kind="plain"
              className={styles['text']}
              onClick={() => embeddings.change({ selected: n.index })}
            >
              <span className={styles['score']}>{formatDecimal(n.score, 3)}</span>
              {embedded.texts[n.index]}
            </Button>
          </li>
        ))}
      </ol>
    </aside>
  );
}
