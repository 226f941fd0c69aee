import { useMemo, useRef, useState } from 'react';
import styles from '#ui/embeddings/embeddings.module.css';
import { refineMap, showPca } from '#ui/embeddings/session/actions.ts';
import { type Colouring, setEmbeddings } from '#ui/embeddings/session/embeddings-store.ts';
import { NearList } from '#ui/embeddings/texts-view.tsx';
import { usePicked } from '#ui/embeddings/use-picked.ts';
import { Button } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { saveFile } from '#ui/state/save-file.ts';
import { tryOrSay } from '#ui/state/toasts.ts';
import { colourOf, scoreColour } from './colours.ts';
import mapStyles from './map.module.css';
import { MapPicture } from './map-picture.tsx';
import { toSvg } from './map-svg.ts';

/** Values of a column that get a colour of their own. */
const MOST_VALUES = 11;

/** The texts as points: near means alike. */
export function MapView() {
  const { embedded, map, selected, colouring } = usePicked(
    'embedded',
    'map',
    'selected',
    'colouring',
  );
  const looks = useLooks();
  const canvas = useRef<HTMLCanvasElement>(null);
  const [catches, setCatches] = useState(false);
  if (!embedded) return null;
  if (!map) return <p role="status">Finding the two directions that matter most…</p>;
  const { method, points, part } = map;
  const isRefining = method === 'umap' && part < 1;
  const savePng = () =>
    canvas.current?.toBlob((blob) => blob && saveFile(`${embedded.name}.png`, blob));
  const saveSvg = () => {
    const svg = toSvg(points, looks.colours, embedded.texts);
    saveFile(`${embedded.name}.svg`, new Blob([svg], { type: 'image/svg+xml' }));
  };
  return (
    <div className={styles['stack']}>
      <div className={controls['row']}>
        <Button
          aria-pressed={method === 'umap'}
          disabled={isRefining}
          onClick={() => tryOrSay('The map failed', method === 'umap' ? showPca() : refineMap())}
        >
          {method === 'umap' ? 'Back to PCA' : 'Refine by UMAP'}
        </Button>
        <label className={controls['row']}>
          <span className={controls['secondary']}>Colour by</span>
          <select
            className={`${controls['field']} ${styles['narrow']}`}
            value={typeof colouring === 'string' ? colouring : `column:${colouring.column}`}
            onChange={(event) => setEmbeddings({ colouring: toColouring(event.target.value) })}
          >
            <option value="groups">Groups</option>
            <option value="score">Search score</option>
            {embedded.columns.map(({ name }) => (
              <option key={name} value={`column:${name}`}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <Button aria-pressed={catches} onClick={() => setCatches(!catches)}>
          Lasso
        </Button>
        <Button onClick={saveSvg}>Save as SVG</Button>
        <Button onClick={savePng}>Save as PNG</Button>
      </div>
      {isRefining && (
        <div className={styles['progress']}>
          <progress className={controls['bar']} max={1} value={part} aria-label="Refining" />
          <span className={controls['secondary']} role="status">
            Refining the map, {Math.round(100 * part)} %
          </span>
        </div>
      )}
      <div className={styles['split']}>
        <MapPicture
          points={points}
          colours={looks.colours}
          labels={looks.labels}
          catches={catches}
          canvas={canvas}
          // A map of another kind, or of other texts, is looked at from the start.
          frame={`${method}:${points.length}`}
        />
        {selected !== null && <NearList index={selected} />}
      </div>
      <ul className={mapStyles['legend']} aria-label="Colours">
        {looks.legend.map(({ name, colour }) => (
          <li key={name}>
            <svg width="10" height="10" aria-hidden="true">
              <circle cx="5" cy="5" r="5" fill={colour} />
            </svg>
            {name}
          </li>
        ))}
      </ul>
    </div>
  );
}

function toColouring(value: string): Colouring {
  if (value.startsWith('column:')) return { column: value.slice(7) };
  return value === 'score' ? 'score' : 'groups';
}

interface Looks {
  colours: readonly string[];
  legend: readonly { name: string; colour: string }[];
  /** A name for a few points, by row. */
  labels: ReadonlyMap<number, string>;
}

const PLAIN = '#8a8a8a';

/** What colours and names say, by what was chosen. */
function useLooks(): Looks {
  const { embedded, clusters, colouring, hits } = usePicked(
    'embedded',
    'clusters',
    'colouring',
    'hits',
  );
  return useMemo(() => {
    const texts = embedded?.texts ?? [];
    const name = (i: number) => (texts[i] ?? '').slice(0, 40);
    if (colouring === 'score') {
      const best = hits?.[0]?.score ?? 1;
      const least = hits?.at(-1)?.score ?? 0;
      const scores = new Map((hits ?? []).map((h) => [h.index, h.score]));
      const share = (s: number) => (best > least ? (s - least) / (best - least) : 1);
      return {
        colours: texts.map((_, i) => {
          const score = scores.get(i);
          return score === undefined ? '#bebebe' : scoreColour(0.3 + 0.7 * share(score));
        }),
        legend: hits
          ? [
              { name: `nearest, ${best.toFixed(2)}`, colour: scoreColour(1) },
              { name: 'not among the nearest', colour: '#bebebe' },
            ]
          : [{ name: 'search for something first', colour: '#bebebe' }],
        labels: new Map((hits ?? []).slice(0, 5).map((h) => [h.index, name(h.index)])),
      };
    }
    if (typeof colouring === 'object') {
      const values = embedded?.columns.find((c) => c.name === colouring.column)?.values ?? [];
      const kinds = [...new Set(values)].slice(0, MOST_VALUES);
      const place = new Map(kinds.map((kind, i) => [kind, i]));
      const colour = (value: string) => {
        const at = place.get(value);
        return at === undefined ? PLAIN : colourOf(at);
      };
      return {
        colours: texts.map((_, i) => colour(values[i] ?? '')),
        legend: kinds.map((kind) => ({ name: kind || '(empty)', colour: colour(kind) })),
        labels: new Map(),
      };
    }
    const groups = clusters?.clusters ?? [];
    return {
      colours: texts.map((_, i) => (clusters ? colourOf(clusters.of[i] ?? 0) : PLAIN)),
      legend: groups.map(({ typical }, c) => ({
        name: `${c + 1}. ${name(typical[0] ?? 0)}`,
        colour: colourOf(c),
      })),
      labels: new Map(groups.map(({ typical }) => [typical[0] ?? 0, name(typical[0] ?? 0)])),
    };
  }, [embedded, clusters, colouring, hits]);
}
