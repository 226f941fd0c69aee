import { useEffect, useState } from 'react';
import { theAnalysis } from '#ui/embeddings/session/actions.ts';
import { usePicked } from '#ui/embeddings/use-picked.ts';
import controls from '#ui/kit/controls.module.css';
import { formatDecimal } from '#ui/kit/format.ts';
import { embeddingsText } from '#ui/messages/embeddings.ts';
import type { Pair } from '#vectors/compare.ts';
import { dot, row } from '#vectors/vector-set.ts';
import styles from './embeddings.module.css';

/** The most texts whose pairs fit on a screen. */
const MATRIX = 24;
const PAIRS = 200;

/** The similarity of every pair of a small set, and the near-duplicates of any set. */
export function SimilarView() {
  const { embedded, vectors } = usePicked('embedded', 'vectors');
  const [minScore, setMinScore] = useState(0.8);
  const [pairs, setPairs] = useState<readonly Pair[] | null>(null);

  useEffect(() => {
    if (!vectors) return;
    let isGone = false;
    setPairs(null);
    theAnalysis()
      .remote.duplicates(minScore, PAIRS)
      .then((found) => {
        if (!isGone) setPairs(found);
      }, reportError);
    return () => {
      isGone = true;
    };
  }, [vectors, minScore]);

  if (!embedded || !vectors) return null;
  return (
    <div className={styles['stack']}>
      {vectors.count <= MATRIX && <Matrix />}
      <section className={styles['stack']} aria-labelledby="alike">
        <div className={controls['row']}>
          <h2 id="alike">{embeddingsText.similarPairs}</h2>
          <label className={controls['row']}>
            <span className={controls['secondary']}>{embeddingsText.pairsAbove}</span>
            <select
              className={`${controls['field']} ${styles['narrow']}`}
              value={minScore}
              onChange={(event) => setMinScore(Number(event.target.value))}
            >
              {[0.5, 0.7, 0.8, 0.9, 0.95, 0.99].map((value) => (
                <option key={value} value={value}>
                  {formatDecimal(value, 2)}
                </option>
              ))}
            </select>
          </label>
        </div>
        {pairs === null && <p role="status">{embeddingsText.comparingPairs}</p>}
        {pairs?.length === 0 && <p>{embeddingsText.noPairs(formatDecimal(minScore, 2))}</p>}
        {pairs && pairs.length > 0 && (
          <table className={controls['table']}>
            <thead>
              <tr>
                <th className={controls['number']}>{embeddingsText.similarity}</th>
                <th>{embeddingsText.text}</th>
                <th>{embeddingsText.text}</th>
              </tr>
            </thead>
            <tbody>
              {pairs.map(({ a, b, score }) => (
                <tr key={`${a}:${b}`}>
                  <td className={controls['number']}>{formatDecimal(score, 3)}</td>
                  <td>{embedded.texts[a]}</td>
                  <td>{embedded.texts[b]}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </section>
    </div>
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
      <table className={`${controls['table']} ${styles['matrix']}`}>
        <thead>
          <tr>
            <th>{embeddingsText.text}</th>
            {all.map((i) => (
              <th key={i} className={controls['number']} scope="col">
                {i + 1}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
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
        </tbody>
      </table>
    </section>
  );
}
