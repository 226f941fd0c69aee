import type { ReactNode } from 'react';
import { foldCase } from '#base/words.ts';
import { usePicked, useTextSet } from '#ui/embeddings/use-embeddings.ts';
import { Button } from '#ui/kit/button.tsx';
import { formatDecimal } from '#ui/kit/format.ts';
import lists from './lists.module.css';

/** A spot of a colour that the text next to it names. */
export function Dot({ colour, size = 8 }: { colour: string; size?: number }) {
  return (
    <svg width={size} height={size} aria-hidden="true">
      <circle cx={size / 2} cy={size / 2} r={size / 2} fill={colour} />
    </svg>
  );
}

/** Words that are everywhere mark nothing. */
const SHORTEST = 3;

/** A text with the words it shares with a query marked: meaning is the score, words are the reason. */
export function highlight(text: string, query: string): ReactNode {
  const words = foldCase(query)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length >= SHORTEST);
  if (words.length === 0) return text;
  const wanted = new Set(words);
  return text.split(/([\p{L}\p{N}]+)/u).map((piece, i) =>
    // Pieces have no other name than their place.
    // biome-ignore lint/suspicious/noArrayIndexKey: the text does not change
    wanted.has(foldCase(piece)) ? <mark key={i}>{piece}</mark> : piece,
  );
}

interface TextListProps {
  title: string;
  rows: readonly { index: number; score: number | null }[];
  /** By row. */
  colours?: readonly string[];
}

/** Texts to choose from, each with its score where there is one. */
export function TextList({ title, rows, colours }: TextListProps) {
  const set = useTextSet();
  const { embedded, query } = usePicked('embedded', 'query');
  return (
    <>
      <h2 className={lists['listTitle']}>{title}</h2>
      <ol className={lists['list']}>
        {rows.map(({ index, score }) => (
          <li key={index}>
            <Button kind="plain" className={lists['item']} onClick={() => set.select(index)}>
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
