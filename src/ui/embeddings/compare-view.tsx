import { useState } from 'react';
import { useEmbeddingSession, usePicked } from '#ui/embeddings/use-embeddings.ts';
import { Button } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { formatCount, formatPercent } from '#ui/kit/format.ts';
import { Problem } from '#ui/kit/problem.tsx';
import { Select } from '#ui/kit/select.tsx';
import { Table } from '#ui/kit/table.tsx';
import { embeddingsText } from '#ui/messages/embeddings.ts';
import { useHost } from '#ui/state/models.ts';
import type { Move } from '#vectors/compare.ts';
import { truncate } from '#vectors/vector-set.ts';
import styles from './embeddings.module.css';
import { useTask } from './use-task.ts';

/** Nearest texts that are compared. */
const K = 10;
/** Pairs listed. */
const MOVES = 20;

interface Comparison {
  /** Dimensions of the shortened vectors; null for another model. */
  size: number | null;
  title: string;
  overlap: number;
  moves: Move[];
}

function describeOverlap({ size, title, overlap }: Comparison): string {
  const percent = formatPercent(overlap, 1);
  const count = formatCount(K);
  if (size === null) return embeddingsText.overlapOfModel(title, percent, count);
  return embeddingsText.overlapOfSize(formatCount(size), percent, count);
}

/** Compares the nearest texts by another model, or by shorter vectors. */
export function CompareView() {
  const embeddings = useEmbeddingSession();
  const { embedded, vectors, source } = usePicked('embedded', 'vectors', 'source');
  const models = useHost((state) => state.models).filter((m) => m.task === 'embeddings');
  const sizes = models
    .find((m) => m.id === source)
    ?.dimensions.filter((s) => s < (vectors?.size ?? 0));
  const choices = [
    ...(sizes ?? []).map((size) => ({
      id: `size:${size}`,
      name: embeddingsText.firstDimensions(formatCount(size)),
    })),
    ...models.filter((m) => m.id !== source).map((m) => ({ id: m.id, name: m.title })),
  ];
  const [choice, setChoice] = useState(choices[0]?.id ?? '');
  const { isBusy, problem, start } = useTask(compare);
  const [result, setResult] = useState<Comparison | null>(null);
  if (!embedded || !vectors) return null;

  async function compare() {
    if (!vectors || !embedded) return;
    const chosen = choices.find((c) => c.id === choice);
    const { signal } = new AbortController();
    const size = choice.startsWith('size:') ? Number(choice.slice(5)) : null;
    const other = size
      ? truncate(vectors, size)
      : await embeddings.embedWith({ model: choice, dimensions: null }, embedded.texts, signal);
    const found = await embeddings.analysis.compare(other.data, other.size, K, MOVES);
    setResult({ size, title: chosen?.name ?? '', ...found });
  }
  return (
    <div className={styles['stack']}>
      <div className={controls['row']}>
        <Select
          label={embeddingsText.compareWith(source, formatCount(vectors.size))}
          options={choices}
          value={choice}
          onChange={setChoice}
        />
        <Button kind="primary" disabled={isBusy || choice === ''} onClick={start}>
          {isBusy ? embeddingsText.comparing : embeddingsText.compare}
        </Button>
      </div>
      <Problem text={problem} />
      {result && (
        <>
          <p role="status">{describeOverlap(result)}</p>
          <p>{embeddingsText.movedMost}</p>
          <Table
            columns={[
              { name: embeddingsText.ranks, isNumber: true },
              embeddingsText.text,
              embeddingsText.neighbour,
            ]}
          >
            {result.moves.map(({ a, b, before, after }) => (
              <tr key={`${a}:${b}`}>
                <td className={controls['number']}>{embeddingsText.moved(before, after)}</td>
                <td>{embedded.texts[a]}</td>
                <td>{embedded.texts[b]}</td>
              </tr>
            ))}
          </Table>
        </>
      )}
    </div>
  );
}
