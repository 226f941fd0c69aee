import { useEffect, useState } from 'react';
import { theAnalysis } from '#ui/embeddings/session/actions.ts';
import { usePicked } from '#ui/embeddings/use-picked.ts';
import controls from '#ui/kit/controls.module.css';
import type { Pair } from '#vectors/compare.ts';
import { dot, row } from '#vectors/vector-set.ts';
import styles from './embeddings.module.css';

/** Texts whose every pair fits on a screen. */
const MATRIX = 24;
const PAIRS = 200;

/** Which texts are alike: every pair of a small set, and near-duplicates of any. */
export function SimilarView() {
  const { embedded, vectors } = usePicked('embedded', 'vectors');
  const [least, setLeast] = useState(0.8);
  const [pairs, setPairs] = useState<readonly Pair[] | null>(null);

  useEffect(() => {
    if (!vectors) return;
    let isGone = false;
    setPairs(null);
    theAnalysis()
      .remote.duplicates(least, PAIRS)
      .then((found) => {
        if (!isGone) setPairs(found);
      }, reportError);
    return () => {
      isGone = true;
    };
  }, [vectors, least]);

  if (!embedded || !vectors) return null;
  return (
    <div className={styles['stack']}>
      {vectors.count <= MATRIX && <Matrix />}
      <section className={styles['stack']} aria-labelledby="alike">
        <div className={controls['row']}>
          <h2 id="alike">Most alike</h2>
          <label className={controls['row']}>
            <span className={controls['secondary']}>at least</span>
            <select
              className={`${controls['field']} ${styles['narrow']}`}
              value={least}
              onChange={(event) => setLeast(Number(event.target.value))}
            >
              {[0.5, 0.7, 0.8, 0.9, 0.95, 0.99].map((value) => (
                <option key={value} value={value}>
                  {value.toFixed(2)}
                </option>
              ))}
            </select>
          </label>
        </div>
        {pairs === null && <p role="status">Comparing every pair…</p>}
        {pairs?.length === 0 && <p>No two texts are that much alike.</p>}
        {pairs && pairs.length > 0 && (
          <table className={controls['table']}>
            <thead>
              <tr>
                <th className={controls['number']}>Similarity</th>
                <th>Text</th>
                <th>Text</th>
              </tr>
            </thead>
            <tbody>
              {pairs.map(({ a, b, score }) => (
                <tr key={`${a}:${b}`}>
                  <td className={controls['number']}>{score.toFixed(3)}</td>
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
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reached by key
    <section className={controls['scroll']} tabIndex={0} aria-label="Similarity of every pair">
      <table className={`${controls['table']} ${styles['matrix']}`}>
        <thead>
          <tr>
            <th>Text</th>
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
                    {score.toFixed(2)}
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
