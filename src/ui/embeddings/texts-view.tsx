import { useMemo, useState } from 'react';
import { usePicked, useTextSet } from '#ui/embeddings/use-embeddings.ts';
import { Button } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { formatCount, formatDecimal } from '#ui/kit/format.ts';
import { Table } from '#ui/kit/table.tsx';
import { embeddingsText } from '#ui/messages/embeddings.ts';
import lists from './lists.module.css';
import { NearList } from './near-list.tsx';
import { highlight } from './text-list.tsx';

/** Rows on one page of the table. */
const PAGE = 50;

/**
 * The texts as a table: all, those a search found, or those selected on the map. A chosen text lists
 * its nearest ones. The accessible equivalent of the map, for keyboards and screen readers.
 */
export function TextsView() {
  const { embedded, hits, query, clusters, selected } = usePicked(
    'embedded',
    'hits',
    'query',
    'clusters',
    'selected',
  );
  const rows = useRows();
  const [page, setPage] = useState(0);
  if (!embedded) return null;
  const at = Math.min(page, Math.max(0, Math.ceil(rows.length / PAGE) - 1));
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
            {rows.slice(at * PAGE, (at + 1) * PAGE).map(({ index, score }) => (
              <TextRow key={index} index={index} score={score} />
            ))}
          </Table>
        </div>
        {rows.length > PAGE && <Pages at={at} count={rows.length} onPage={setPage} />}
      </div>
      {selected !== null && <NearList index={selected} />}
    </div>
  );
}

interface Row {
  index: number;
  /** Null without a search. */
  score: number | null;
}

/** The rows that are found and selected, or all. */
export function useRows(): readonly Row[] {
  const { embedded, hits, lasso } = usePicked('embedded', 'hits', 'lasso');
  return useMemo(() => {
    const all: readonly Row[] =
      hits ?? (embedded?.texts ?? []).map((_, index) => ({ index, score: null }));
    return lasso ? all.filter(({ index }) => lasso.has(index)) : all;
  }, [embedded, hits, lasso]);
}

/** One text with its group and its columns; a press lists its nearest ones. */
function TextRow({ index, score }: Row) {
  const set = useTextSet();
  const { embedded, query, clusters, selected } = usePicked(
    'embedded',
    'query',
    'clusters',
    'selected',
  );
  if (!embedded) return null;
  const isSelected = index === selected;
  return (
    <tr aria-selected={isSelected}>
      <td className={controls['number']}>
        {score === null ? formatCount(index + 1) : formatDecimal(score, 3)}
      </td>
      <td>
        <Button
          kind="plain"
          className={lists['text']}
          aria-pressed={isSelected}
          onClick={() => set.select(isSelected ? null : index)}
        >
          {highlight(embedded.texts[index] ?? '', query)}
        </Button>
      </td>
      {clusters && <td className={controls['number']}>{(clusters.of[index] ?? 0) + 1}</td>}
      {embedded.columns.map(({ name, values }) => (
        <td key={name}>{values[index]}</td>
      ))}
    </tr>
  );
}

/** Which rows are shown, with the way to the others. */
function Pages(props: { at: number; count: number; onPage: (page: number) => void }) {
  const { at, count, onPage } = props;
  const end = Math.min(count, (at + 1) * PAGE);
  return (
    <div className={controls['row']}>
      <Button disabled={at === 0} onClick={() => onPage(at - 1)}>
        {embeddingsText.previous}
      </Button>
      <span className={controls['secondary']} role="status">
        {embeddingsText.range(formatCount(at * PAGE + 1), formatCount(end), formatCount(count))}
      </span>
      <Button disabled={end === count} onClick={() => onPage(at + 1)}>
        {embeddingsText.next}
      </Button>
    </div>
  );
}
