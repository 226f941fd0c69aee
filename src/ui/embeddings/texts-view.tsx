import { useMemo, useState } from 'react';
import { useEmbeddingSession, usePicked } from '#ui/embeddings/use-embeddings.ts';
import { Button } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { formatCount, formatDecimal } from '#ui/kit/format.ts';
import { Table } from '#ui/kit/table.tsx';
import { embeddingsText } from '#ui/messages/embeddings.ts';
import { highlight } from './highlight.tsx';
import lists from './lists.module.css';
import { NearList } from './near-list.tsx';

/** Rows on one page of the table. */
const PAGE = 50;

/**
 * The texts as a table: all, those a search found, or those selected on the map. A chosen text lists
 * its nearest ones. The accessible equivalent of the map, for keyboards and screen readers.
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
    <div className={lists['split']}>
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
                    className={lists['text']}
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
