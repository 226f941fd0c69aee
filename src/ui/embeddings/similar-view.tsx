import { useEffect } from 'react';
import { dot } from '#base/numbers.ts';
import { SCORES } from '#ui/embeddings/session/exploration.ts';
import { describeSeconds, SHORT } from '#ui/embeddings/session/text-set-state.ts';
import { usePicked, useTextSet } from '#ui/embeddings/use-embeddings.ts';
import { Button } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { formatDecimal } from '#ui/kit/format.ts';
import { Problem } from '#ui/kit/problem.tsx';
import { Select } from '#ui/kit/select.tsx';
import { Table } from '#ui/kit/table.tsx';
import { embeddingsText } from '#ui/messages/embeddings.ts';
import { row } from '#vectors/vector-set.ts';
import styles from './embeddings.module.css';
import { LongWork } from './long-work.tsx';
import similarity from './similarity.module.css';

/** The most texts whose pairs fit on a screen. */
const MATRIX = 24;

/** The similarity of every pair of a small set, and the near-duplicates of any set. */
export function SimilarView() {
  const set = useTextSet();
  const { embedded, vectors, pairs, seconds } = usePicked(
    'embedded',
    'vectors',
    'pairs',
    'seconds',
  );
  const isQuick = seconds !== null && seconds.neighbours < SHORT;
  useEffect(() => {
    // Most similar texts are shown until a person has chosen, however alike they are.
    if (vectors && isQuick && set.state.getState().pairs === null) void set.findPairs(null);
  }, [set, vectors, isQuick]);
  if (!embedded || !vectors) return null;
  return (
    <div className={styles['stack']}>
      {vectors.count <= MATRIX && <Matrix />}
      <section className={styles['stack']} aria-labelledby="alike">
        <div className={controls['row']}>
          <h2 id="alike">{embeddingsText.similarPairs}</h2>
          {pairs && (
            <Select
              label={embeddingsText.pairsAbove}
              isInline
              className={styles['narrow']}
              options={SCORES.map((id) => ({ id, name: formatDecimal(id, 2) }))}
              value={pairs.minScore}
              onChange={(score) => void set.findPairs(score)}
            />
          )}
        </div>
        {pairs === null && seconds && !isQuick && (
          <Button kind="primary" onClick={() => void set.findPairs(null)}>
            {embeddingsText.comparePairs(describeSeconds(seconds.neighbours) ?? '')}
          </Button>
        )}
        <Problem text={pairs?.problem ?? null} />
        {pairs?.part != null && (
          <LongWork
            label={embeddingsText.comparingPairs}
            part={pairs.part}
            onStop={() => set.stopPairs()}
          />
        )}
        {pairs?.list && <PairTable />}
      </section>
    </div>
  );
}

/** The pairs that were found. */
function PairTable() {
  const { embedded, pairs } = usePicked('embedded', 'pairs');
  if (!pairs?.list) return null;
  if (pairs.list.length === 0)
    return <p>{embeddingsText.noPairs(formatDecimal(pairs.minScore, 2))}</p>;
  return (
    <Table
      columns={[
        { name: embeddingsText.similarity, isNumber: true },
        embeddingsText.text,
        embeddingsText.text,
      ]}
    >
      {pairs.list.map(({ a, b, score }) => (
        <tr key={`${a}:${b}`}>
          <td className={controls['number']}>{formatDecimal(score, 3)}</td>
          <td>{embedded?.texts[a]}</td>
          <td>{embedded?.texts[b]}</td>
        </tr>
      ))}
    </Table>
  );
}

/** Every pair of a small set. */
function Matrix() {
  const { embedded, vectors } = usePicked('embedded', 'vectors');
  if (!embedded || !vectors) return null;
  const all = [...embedded.texts.keys()];
  return (
    <section
      className={controls['scroll']}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reached by key
      tabIndex={0}
      aria-label={embeddingsText.similarityMatrix}
    >
      <Table
        className={similarity['matrix']}
        columns={[embeddingsText.text, ...all.map((i) => ({ name: i + 1, isNumber: true }))]}
      >
        {all.map((i) => (
          <tr key={i}>
            <th scope="row">
              {i + 1}. {embedded.texts[i]}
            </th>
            {all.map((j) => {
              const score = dot(row(vectors, i), row(vectors, j));
              const share = Math.round(Math.max(0, Math.min(1, score)) * 10);
              return (
                <td key={j} className={controls['number']} data-share={share}>
                  {formatDecimal(score, 2)}
                </td>
              );
            })}
          </tr>
        ))}
      </Table>
    </section>
  );
}
