import { useMemo, useRef, useState } from 'react';
import { usePicked } from '#ui/embeddings/use-embeddings.ts';
import controls from '#ui/kit/controls.module.css';
import { formatPercent } from '#ui/kit/format.ts';
import { Progress } from '#ui/kit/progress.tsx';
import { embeddingsText } from '#ui/messages/embeddings.ts';
import { describeColours } from './legend.ts';
import styles from './map.module.css';
import { MapPanel } from './map-panel.tsx';
import { MapPicture } from './map-picture.tsx';
import { MapTools } from './map-tools.tsx';

/** Shown until a layout is complete: 100 % would say that it is. */
const MAX_SHOWN = 0.99;

/** The texts as points, similar ones close together, with a list of them at the side. */
export function MapView() {
  const { embedded, map, clusters, colouring, hits } = usePicked(
    'embedded',
    'map',
    'clusters',
    'colouring',
    'hits',
  );
  const legend = useMemo(
    () => describeColours({ embedded, clusters, colouring, hits }),
    [embedded, clusters, colouring, hits],
  );
  const canvas = useRef<HTMLCanvasElement>(null);
  const [hasLasso, setLasso] = useState(false);
  if (!embedded) return null;
  if (!map) {
    return (
      <p className={styles['drawing']} role="status">
        {embeddingsText.drawingMap}
      </p>
    );
  }
  const { method, points, part } = map;
  const isRefining = method === 'umap' && part < 1;
  const shown = Math.min(MAX_SHOWN, part);
  return (
    <div className={styles['view']}>
      <div className={styles['stage']}>
        <MapTools
          map={map}
          colours={legend.colours}
          canvas={canvas}
          hasLasso={hasLasso}
          onLasso={setLasso}
        />
        <MapPicture
          points={points}
          legend={legend}
          hasLasso={hasLasso}
          canvas={canvas}
          // Another layout, or other texts, start from a view of all points.
          frame={`${method}:${points.length}`}
        />
        {isRefining && (
          <div className={styles['refining']}>
            <Progress label={embeddingsText.refiningMap} value={shown} />
            <span className={controls['secondary']} role="status">
              {embeddingsText.refining(formatPercent(shown))}
            </span>
          </div>
        )}
      </div>
      <MapPanel legend={legend} />
    </div>
  );
}
