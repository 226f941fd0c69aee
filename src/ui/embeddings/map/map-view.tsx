import { useMemo, useRef, useState } from 'react';
import { LongWork } from '#ui/embeddings/long-work.tsx';
import { usePicked, useTextSet } from '#ui/embeddings/use-embeddings.ts';
import { embeddingsText } from '#ui/messages/embeddings.ts';
import { describeColours } from './legend.ts';
import styles from './map.module.css';
import { MapPanel } from './map-panel.tsx';
import { MapPicture } from './map-picture.tsx';
import { MapTools } from './map-tools.tsx';

/** The texts as points, similar ones close together, with a list of them at the side. */
export function MapView() {
  const set = useTextSet();
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
            <LongWork
              label={embeddingsText.refiningMap}
              part={part}
              onStop={() => set.stopLayout()}
            />
          </div>
        )}
      </div>
      <MapPanel legend={legend} />
    </div>
  );
}
