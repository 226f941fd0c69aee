import { useState } from 'react';
import { theAnalysis } from '#ui/embeddings/session/actions.ts';
import { embedSet } from '#ui/embeddings/session/embed-set.ts';
import { usePicked } from '#ui/embeddings/use-picked.ts';
import { Button } from '#ui/kit/button.tsx';
import { Choice } from '#ui/kit/choice.tsx';
import controls from '#ui/kit/controls.module.css';
import { Problem } from '#ui/kit/problem.tsx';
import { useServices } from '#ui/services.ts';
import { useHost } from '#ui/state/models.ts';
import type { Move } from '#vectors/compare.ts';
import { truncate } from '#vectors/vector-set.ts';
import styles from './embeddings.module.css';
import { useTask } from './use-task.ts';

const K = 10;
const MOVES = 20;

interface Comparison {
  with: string;
  overlap: number;
  moves: Move[];
}

/** How much another model, or a shorter vector, agrees on which texts are near. */
export function CompareView() {
  const services = useServices();
  const { embedded, vectors, source } = usePicked('embedded', 'vectors', 'source');
  const models = useHost((state) => state.models).filter((m) => m.task === 'embeddings');
  const sizes = models
    .find((m) => m.id === source)
    ?.dimensions.filter((s) => s < (vectors?.size ?? 0));
  const choices = [
    ...(sizes ?? []).map((size) => ({ id: `size:${size}`, name: `The first ${size} numbers` })),
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
    const other = choice.startsWith('size:')
      ? truncate(vectors, Number(choice.slice(5)))
      : await embedSet(
          services,
          { model: choice, dimensions: null },
          embedded.texts,
          () => {},
          signal,
        );
    const found = await theAnalysis().remote.compare(other.data, other.size, K, MOVES);
    setResult({ with: chosen?.name ?? '', ...found });
  }
  return (
    <div className={styles['stack']}>
      <div className={controls['row']}>
        <Choice
          label={`Compare ${source}, ${vectors.size} numbers, with`}
          options={choices}
          value={choice}
          onChange={setChoice}
        />
        <Button kind="primary" disabled={isBusy || choice === ''} onClick={start}>
          {isBusy ? 'Comparing…' : 'Compare'}
        </Button>
      </div>
      <Problem text={problem} />
      {result && (
        <>
          <p role="status">
            {result.with} {result.with.startsWith('The') ? 'have' : 'has'}{' '}
            <strong>{(100 * result.overlap).toFixed(1)} %</strong> of the {K} nearest texts in
            common (overlap@{K}). These pairs moved most:
          </p>
          <table className={controls['table']}>
            <thead>
              <tr>
                <th className={controls['number']}>Rank here</th>
                <th className={controls['number']}>There</th>
                <th>Text</th>
                <th>Its neighbour</th>
              </tr>
            </thead>
            <tbody>
              {result.moves.map(({ a, b, before, after }) => (
                <tr key={`${a}:${b}`}>
                  <td className={controls['number']}>{before}</td>
                  <td className={controls['number']}>{after}</td>
                  <td>{embedded.texts[a]}</td>
                  <td>{embedded.texts[b]}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
    </div>
  );
}
