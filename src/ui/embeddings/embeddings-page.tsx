import { useState } from 'react';
import controls from '#ui/components/controls.module.css';
import page from '#ui/components/page.module.css';
import { useServices } from '#ui/services.ts';
import { readPreferences } from '#ui/state/preferences.ts';

interface Pair {
  a: string;
  b: string;
  score: number;
}

/** Pairs shown: enough to see what belongs together. */
const SHOWN = 12;

/** Lines of text become vectors; the pairs nearest in meaning are listed. */
export function EmbeddingsPage() {
  const services = useServices();
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
      const body = { model: readPreferences().embeddingModel, input: lines.slice(0, 2048) };
      const response = await services.post('/v1/embeddings', body, signal);
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
    <div className={page['page']}>
      <div>
        <h1>Embeddings</h1>
        <p className={page['lead']}>
          One text a line. Texts of like meaning get vectors that point the same way.
        </p>
      </div>
      <textarea
        className={controls['field']}
        aria-label="Texts"
        rows={5}
        value={text}
        onChange={(e) => setText(e.target.value)}
      />
      <div className={controls['row']}>
        <button
          type="button"
          className={`${controls['button']} ${controls['primary']}`}
          disabled={busy || lines.length === 0}
          onClick={embed}
        >
          {busy ? 'Embedding…' : 'Embed'}
        </button>
        {size > 0 && (
          <span className={controls['secondary']}>
            {lines.length} texts · {size} numbers each
          </span>
        )}
      </div>
      {error !== '' && (
        <p className={controls['error']} role="alert">
          {error}
        </p>
      )}
      {pairs.length > 0 && (
        <table className={controls['table']}>
          <thead>
            <tr>
              <th className={controls['number']}>Similarity</th>
              <th>Text</th>
              <th>Text</th>
            </tr>
          </thead>
          <tbody>
            {pairs.map((pair) => (
              <tr key={`${pair.a}\n${pair.b}`}>
                <td className={controls['number']}>{pair.score.toFixed(3)}</td>
                <td>{pair.a}</td>
                <td>{pair.b}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
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
