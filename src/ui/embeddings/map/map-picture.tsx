import { Maximize, Minus, Plus } from 'lucide-react';
import { type PointerEvent, type RefObject, useEffect, useMemo, useState } from 'react';
import { useEmbeddingSession, usePicked } from '#ui/embeddings/use-embeddings.ts';
import { IconButton } from '#ui/kit/button.tsx';
import { embeddingsText } from '#ui/messages/embeddings.ts';
import type { Legend } from './legend.ts';
import styles from './map.module.css';
import { inside, pick, type Size, toScreen } from './map-geometry.ts';
import { MapGround } from './map-ground.tsx';
import { MapLabels } from './map-labels.tsx';
import { MapTip } from './map-tip.tsx';
import { placeLabels } from './place-labels.ts';
import { useMapCamera } from './use-map-camera.ts';
import { usePoints } from './use-points.ts';

interface MapPictureProps {
  points: Float32Array;
  legend: Legend;
  /** Whether dragging draws a lasso instead of moving the map. */
  hasLasso: boolean;
  canvas: RefObject<HTMLCanvasElement | null>;
  /** A change shows all points again. */
  frame: string;
}

const ZOOM_STEP = 1.5;

/** The points, drawn with WebGL, above lines of density and below names; pans, zooms, selects and hovers. */
export function MapPicture({ points, legend, hasLasso, canvas, frame }: MapPictureProps) {
  const embeddings = useEmbeddingSession();
  const { embedded, hits, colouring } = usePicked('embedded', 'hits', 'colouring');
  const [size, setSize] = useState<Size>({ width: 0, height: 0 });
  const [hovered, setHovered] = useState<number | null>(null);
  const [loop, setLoop] = useState<[number, number][]>([]);
  const view = useMapCamera(canvas, points, size, frame);
  const { camera } = view;
  const isPlain = usePoints({ canvas, points, colours: legend.colours, camera, size, hovered });
  const labels = useMemo(
    () => placeLabels({ points, legend, colouring, hits, texts: embedded?.texts ?? [] }),
    [points, legend, colouring, hits, embedded],
  );

  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    const observer = new ResizeObserver(([entry]) => {
      const { width = 0, height = 0 } = entry?.contentRect ?? {};
      setSize({ width, height });
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [canvas]);

  function press(event: PointerEvent<HTMLCanvasElement>) {
    event.currentTarget.setPointerCapture(event.pointerId);
    view.enter();
    if (hasLasso) setLoop([placeOf(event.nativeEvent)]);
  }

  function move(event: PointerEvent<HTMLCanvasElement>) {
    const place = placeOf(event.nativeEvent);
    if (event.buttons !== 1) {
      if (camera) setHovered(pick(points, camera, size, place));
      return;
    }
    if (hasLasso) setLoop((now) => [...now, place]);
    else if (event.movementX !== 0 || event.movementY !== 0) {
      view.pan(event.movementX, event.movementY);
    }
  }

  function release(event: PointerEvent<HTMLCanvasElement>) {
    if (!camera) return;
    if (loop.length > 2) {
      const found = inside(points, camera, size, loop);
      embeddings.change({ lasso: found.size > 0 ? found : null, facet: null, selected: null });
    } else {
      const chosen = pick(points, camera, size, placeOf(event.nativeEvent));
      if (chosen !== null) embeddings.change({ selected: chosen });
    }
    setLoop([]);
  }

  return (
    <div className={styles['map']}>
      {camera && <MapGround points={points} camera={camera} size={size} />}
      <canvas
        ref={canvas}
        className={hasLasso ? styles['catching'] : styles['canvas']}
        role="img"
        aria-label={embeddingsText.mapOf(points.length / 2)}
        onPointerDown={press}
        onPointerMove={move}
        onPointerUp={release}
        onPointerLeave={() => {
          setHovered(null);
          view.leave();
        }}
      />
      {camera && <MapLabels labels={labels} camera={camera} size={size} />}
      {camera && hovered !== null && (
        <MapTip
          place={toScreen(camera, size, points[2 * hovered] ?? 0, points[2 * hovered + 1] ?? 0)}
          size={size}
          text={embedded?.texts[hovered] ?? ''}
          detail={legend.entries[legend.of[hovered] ?? -1]?.name ?? ''}
          colour={legend.colours[hovered] ?? ''}
        />
      )}
      {loop.length > 1 && (
        <svg className={styles['loop']} aria-hidden="true">
          <polygon points={loop.map(([x, y]) => `${x},${y}`).join(' ')} />
        </svg>
      )}
      {view.showsHint && <p className={styles['hint']}>{embeddingsText.zoomHint}</p>}
      <div className={styles['zoom']}>
        <IconButton
          icon={Plus}
          label={embeddingsText.zoomIn}
          onClick={() => view.zoomBy(ZOOM_STEP)}
        />
        <IconButton
          icon={Minus}
          label={embeddingsText.zoomOut}
          onClick={() => view.zoomBy(1 / ZOOM_STEP)}
        />
        <IconButton icon={Maximize} label={embeddingsText.showAll} onClick={view.showAll} />
      </div>
      {isPlain && <p className={styles['none']}>{embeddingsText.noWebGl}</p>}
    </div>
  );
}

function placeOf(event: MouseEvent): [number, number] {
  return [event.offsetX, event.offsetY];
}
