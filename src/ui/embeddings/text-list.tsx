import { useEmbeddingSession, usePicked } from '#ui/embeddings/use-embeddings.ts';
import { Button } from '#ui/kit/button.tsx';
import { formatDecimal } from '#ui/kit/format.ts';
import { Dot } from './dot.tsx';
import { highlight } from './highlight.tsx';
import lists from './lists.module.css';

interface TextListProps {
  title: string;
  rows: readonly { index: number; score: number | null }[];
  /** By row. */
  colours?: readonly string[];
}

/** Texts to choose from, each with its score where there is one. */
export function TextList({ title, rows, colours }: TextListProps) {
  const embeddings = useEmbeddingSession();
  const { embedded, query } = usePicked('embedded', 'query');
  return (
    <>
      <h2 className={lists['listTitle']}>{title}</h2>
      <ol className={lists['list']}>
        {rows.map(({ index, score }) => (
          <li key={index}>
            <Button
              kind="plain"
              className={lists['item']}
              onClick={() => embeddings.change({ selected: index })}
            >
              {colours && <Dot colour={colours[index] ?? ''} />}
              <span dir="auto">{highlight(embedded?.texts[index] ?? '', query)}</span>
              {score !== null && <span className={lists['score']}>{formatDecimal(score, 3)}</span>}
            </Button>
          </li>
        ))}
      </ol>
    </>
  );
}
