import { useState } from 'react';
import styles from './components/room.module.css';
import { Room } from './components/room.tsx';
import type { Service } from './service.ts';

interface Pair {
  a: string;
  b: string;
  score: number;
}

/** Pairs shown: enough to see what belongs together. */
const SHOWN = 12;

/** Lines of text become vectors; the pairs nearest in meaning are listed. */
export function EmbeddingRoom({ service }: { service: Service }) {
  const [text, setText] = useState(
    'A man is playing a guitar.\nSomeone plays an instrument.\nThe stock market fell today.',
  );
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState('');
  const [size, setSize] = useState(0);
  const [pairs, setPairs] = useState<Pair[]>([]);
  const lines = text.split('\n').filter((line) => line.trim() !== '');

  async function embed() {
    setBusy(true);
    setError('');
    try {
      const { signal } = new AbortController();
      const body = { model: 'alcove-embed', input: lines.slice(0, 2048) };
      const response = await service.post('/v1/embeddings', body, signal);
      const { data } = (await response.json()) as { data: { embedding: number[] }[] };
      setSize(data[0]?.embedding.length ?? 0);
      setPairs(
        nearestPairs(
          lines,
          data.map((d) => d.embedding),
        ),
      );
    } catch (reason) {
      setError((reason as Error).message);
    } finally {
      setBusy(false);
    }
  }

  return (
    <Room
      title="Embeddings"
      about="One text a line. Texts of like meaning get vectors that point the same way."
    >
      <textarea
        className={styles['field']}
        aria-label="Texts"
        rows={5}
        value={text}
        onChange={(e) => setText(e.target.value)}
      />
      <div className={styles['row']}>
        <button
          type="button"
          className={`${styles['button']} ${styles['primary']}`}
          disabled={busy || lines.length === 0}
          onClick={embed}
        >
          {busy ? 'Embedding…' : 'Embed'}
        </button>
        {size > 0 && (
          <span className={styles['facts']}>
            {lines.length} texts · {size} numbers each
          </span>
        )}
      </div>
      {error !== '' && (
        <p className={styles['error']} role="alert">
          {error}
        </p>
      )}
      {pairs.length > 0 && (
        <table className={styles['table']}>
          <thead>
            <tr>
              <th>Similarity</th>
              <th>Text</th>
              <th>Text</th>
            </tr>
          </thead>
          <tbody>
            {pairs.map((pair) => (
              <tr key={`${pair.a}\n${pair.b}`}>
                <td className={styles['number']}>{pair.score.toFixed(3)}</td>
                <td>{pair.a}</td>
                <td>{pair.b}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Room>
  );
}

function nearestPairs(lines: string[], vectors: number[][]): Pair[] {
  const pairs: Pair[] = [];
  for (const [i, a] of vectors.entries()) {
    for (const [j, b] of vectors.slice(0, i).entries()) {
      const score = a.reduce((sum, x, k) => sum + x * (b[k] ?? 0), 0);
      pairs.push({ a: lines[j] ?? '', b: lines[i] ?? '', score });
    }
  }
  return pairs.sort((x, y) => y.score - x.score).slice(0, SHOWN);
}
