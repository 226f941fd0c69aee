import { useRef, useState } from 'react';
import styles from '#ui/embeddings/embeddings.module.css';
import { type Colouring, nameOf } from '#ui/embeddings/session/embeddings-state.ts';
import { NearList } from '#ui/embeddings/texts-view.tsx';
import { useEmbeddingSession } from '#ui/embeddings/use-embeddings.ts';
import { usePicked } from '#ui/embeddings/use-picked.ts';
import { Button } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { formatPercent } from '#ui/kit/format.ts';
import { Progress } from '#ui/kit/progress.tsx';
import { Select } from '#ui/kit/select.tsx';
import { embeddingsText } from '#ui/messages/embeddings.ts';
import { saveFile } from '#ui/state/save-file.ts';
import { tryOrSay } from '#ui/state/toasts.ts';
import mapStyles from './map.module.css';
import { MapPicture } from './map-picture.tsx';
import { toSvg } from './map-svg.ts';
import { useMapLooks } from './use-map-looks.ts';

/** The texts as points: similar texts are close together. */
export function MapView() {
  const embeddings = useEmbeddingSession();
  const { embedded, map, selected, colouring } = usePicked(
    'embedded',
    'map',
    'selected',
    'colouring',
  );
  const looks = useMapLooks();
  const canvas = useRef<HTMLCanvasElement>(null);
  const [hasLasso, setLasso] = useState(false);
  if (!embedded) return null;
  if (!map) return <p role="status">{embeddingsText.drawingMap}</p>;
  const { method, points, part } = map;
  const isRefining = method === 'umap' && part < 1;
  const savePng = () =>
    canvas.current?.toBlob((blob) => blob && saveFile(`${nameOf(embedded)}.png`, blob));
  const saveSvg = () => {
    const svg = toSvg(points, looks.colours, embedded.texts);
    saveFile(`${nameOf(embedded)}.svg`, new Blob([svg], { type: 'image/svg+xml' }));
  };
  return (
    <div className={styles['stack']}>
      <div className={controls['row']}>
        <Button
          aria-pressed={method === 'umap'}
          disabled={isRefining}
          onClick={() =>
            tryOrSay(
              embeddingsText.mapFailed,
              method === 'umap' ? embeddings.showPca() : embeddings.refineMap(),
            )
          }
        >
          {method === 'umap' ? embeddingsText.backToPca : embeddingsText.layOutUmap}
        </Button>
        <Select
          label={embeddingsText.colourBy}
          isInline
          className={styles['narrow']}
          options={[
            { id: 'groups', name: embeddingsText.groups },
            { id: 'score', name: embeddingsText.searchScore },
            ...embedded.columns.map(({ name }) => ({ id: `column:${name}`, name })),
          ]}
          value={typeof colouring === 'string' ? colouring : `column:${colouring.column}`}
          onChange={(id) => embeddings.change({ colouring: toColouring(id) })}
        />
        <Button aria-pressed={hasLasso} onClick={() => setLasso(!hasLasso)}>
          {embeddingsText.lasso}
        </Button>
        <Button onClick={saveSvg}>{embeddingsText.saveSvg}</Button>
        <Button onClick={savePng}>{embeddingsText.savePng}</Button>
      </div>
      {isRefining && (
        <div className={styles['progress']}>
          <Progress label={embeddingsText.refiningMap} value={part} />
          <span className={controls['secondary']} role="status">
            {embeddingsText.refining(formatPercent(part))}
          </span>
        </div>
      )}
      <div className={styles['split']}>
        <MapPicture
          points={points}
          colours={looks.colours}
          labels={looks.labels}
          hasLasso={hasLasso}
          canvas={canvas}
          // Another layout, or other texts, start from a view of all points.
          frame={`${method}:${points.length}`}
        />
        {selected !== null && <NearList index={selected} />}
      </div>
      <ul className={mapStyles['legend']} aria-label={embeddingsText.colours}>
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
