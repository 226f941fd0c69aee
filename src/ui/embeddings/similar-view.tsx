import { useEffect, useState } from 'react';
import { dot } from '#base/vector.ts';
import { useEmbeddingSession, usePicked } from '#ui/embeddings/use-embeddings.ts';
import controls from '#ui/kit/controls.module.css';
import { formatDecimal } from '#ui/kit/format.ts';
import { Problem } from '#ui/kit/problem.tsx';
import { Select } from '#ui/kit/select.tsx';
import { Table } from '#ui/kit/table.tsx';
import { embeddingsText } from '#ui/messages/embeddings.ts';
import { describeError } from '#ui/state/describe-error.ts';
import type { Pair } from '#vectors/compare.ts';
import { row } from '#vectors/vector-set.ts';
import styles from './embeddings.module.css';
import similarity from './similarity.module.css';

/** The most texts whose pairs fit on a screen. */
const MATRIX = 24;
const PAIRS = 200;

/** The similarity of every pair of a small set, and the near-duplicates of any set. */
export function SimilarView() {
  const embeddings = useEmbeddingSession();
  const { embedded, vectors } = usePicked('embedded', 'vectors');
  const [minScore, setMinScore] = useState(0.8);
  const [isChosen, setChosen] = useState(false);
  const [pairs, setPairs] = useState<readonly Pair[] | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  useEffect(() => {
    if (!vectors) return;
    let isGone = false;
    setPairs(null);
    setProblem(null);
    embeddings.analysis.duplicates(minScore, PAIRS).then(
      (found) => {
        if (isGone) return;
        // Until a person has chosen, the most similar texts are shown, however alike they are.
        const lower = SCORES.findLast((score) => score < minScore);
        if (found.length === 0 && !isChosen && lower !== undefined) setMinScore(lower);
        else setPairs(found);
      },
      (error: unknown) => !isGone && setProblem(describeError(error)),
    );
    return () => {
      isGone = true;
    };
  }, [embeddings, vectors, minScore, isChosen]);

  if (!embedded || !vectors) return null;
  return (
    <div className={styles['stack']}>
      {vectors.count <= MATRIX && <Matrix />}
      <section className={styles['stack']} aria-labelledby="alike">
        <div className={controls['row']}>
          <h2 id="alike">{embeddingsText.similarPairs}</h2>
          <Select
            label={embeddingsText.pairsAbove}
            isInline
            className={styles['narrow']}
            options={SCORES.map((id) => ({ id, name: formatDecimal(id, 2) }))}
            value={minScore}
            onChange={(score) => {
              setChosen(true);
              setMinScore(score);
            }}
          />
        </div>
        <Problem text={problem} />
        {pairs === null && problem === null && <p role="status">{embeddingsText.comparingPairs}</p>}
        {pairs?.length === 0 && <p>{embeddingsText.noPairs(formatDecimal(minScore, 2))}</p>}
        {pairs && pairs.length > 0 && (
          <Table
            columns={[
              { name: embeddingsText.similarity, isNumber: true },
              embeddingsText.text,
              embeddingsText.text,
            ]}
          >
            {pairs.map(({ a, b, score }) => (
              <tr key={`${a}:${b}`}>
                <td className={controls['number']}>{formatDecimal(score, 3)}</td>
                <td>{embedded.texts[a]}</td>
                <td>{embedded.texts[b]}</td>
              </tr>
            ))}
          </Table>
        )}
      </section>
    </div>
  );
}

/** Least similarities to choose from. */
const SCORES = [0.5, 0.7, 0.8, 0.9, 0.95, 0.99];

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
