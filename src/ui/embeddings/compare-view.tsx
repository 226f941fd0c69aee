import { useState } from 'react';
import { COMPARED } from '#ui/embeddings/session/exploration.ts';
import { describeSeconds } from '#ui/embeddings/session/text-set-state.ts';
import { usePicked, useTask, useTextSet } from '#ui/embeddings/use-embeddings.ts';
import { Button } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { formatCount, formatPercent } from '#ui/kit/format.ts';
import { Problem } from '#ui/kit/problem.tsx';
import { Select } from '#ui/kit/select.tsx';
import { Table } from '#ui/kit/table.tsx';
import { embeddingsText } from '#ui/messages/embeddings.ts';
import { useHost } from '#ui/state/models.ts';
import type { Move } from '#vectors/compare.ts';
import styles from './embeddings.module.css';
import { LongWork } from './long-work.tsx';

interface Comparison {
  /** Dimensions of the shortened vectors; null for another model. */
  size: number | null;
  title: string;
  overlap: number;
  moves: Move[];
}

function describeOverlap({ size, title, overlap }: Comparison): string {
  const percent = formatPercent(overlap, 1);
  const count = formatCount(COMPARED);
  if (size === null) return embeddingsText.overlapOfModel(title, percent, count);
  return embeddingsText.overlapOfSize(formatCount(size), percent, count);
}

/** Compares the nearest texts by another model, or by shorter vectors. */
export function CompareView() {
  const set = useTextSet();
  const { embedded, vectors, source, seconds } = usePicked(
    'embedded',
    'vectors',
    'source',
    'seconds',
  );
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
  const [result, setResult] = useState<Comparison | null>(null);
  const task = useTask(async (job) => {
    const title = choices.find((c) => c.id === choice)?.name ?? '';
    const size = choice.startsWith('size:') ? Number(choice.slice(5)) : null;
    const found = await set.compareWith(size === null ? { model: choice } : { size }, job);
    if (found && !job.signal.aborted) setResult({ size, title, ...found });
  });
  if (!embedded || !vectors) return null;
  // The other vectors have neighbours of their own.
  const searched = seconds ? seconds.neighbours + seconds.search : 0;
  return (
    <div className={styles['stack']}>
      <div className={controls['row']}>
        <Select
          label={embeddingsText.compareWith(source, formatCount(vectors.size))}
          options={choices}
          value={choice}
          onChange={setChoice}
        />
        <Button
          kind="primary"
          disabled={task.isBusy || choice === ''}
          title={describeSeconds(searched)}
          onClick={task.start}
        >
          {task.isBusy ? embeddingsText.comparing : embeddingsText.compare}
        </Button>
      </div>
      {task.isBusy && (
        <LongWork label={embeddingsText.comparing} part={task.part} onStop={task.stop} />
      )}
      <Problem text={task.problem} />
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
