import { Maximize, Minus, Plus } from 'lucide-react';
import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { useEmbeddingSession } from '#ui/embeddings/use-embeddings.ts';
import { usePicked } from '#ui/embeddings/use-picked.ts';
import { IconButton } from '#ui/kit/button.tsx';
import { embeddingsText } from '#ui/messages/embeddings.ts';
import styles from './map.module.css';
import { inside, pick, type Size } from './map-geometry.ts';
import { MapLabels } from './map-labels.tsx';
import { createPointMap, type PointMap } from './point-map.ts';
import { useMapCamera } from './use-map-camera.ts';

interface MapPictureProps {
  points: Float32Array;
  colours: readonly string[];
  labels: ReadonlyMap<number, string>;
  /** Whether dragging draws a lasso instead of moving the map. */
  hasLasso: boolean;
  canvas: RefObject<HTMLCanvasElement | null>;
  /** A change shows all points again. */
  frame: string;
}

const ZOOM_STEP = 1.5;
const PLAIN_SIZE = 6;
const CHOSEN_SIZE = 14;
/** Points outside the lasso. */
const FADED_SIZE = 3;
const FADED = '#9c9c9c';

/** Draws the points with WebGL; pans, zooms, selects and hovers. */
export function MapPicture(props: MapPictureProps) {
  const embeddings = useEmbeddingSession();
  const { points, colours, labels, hasLasso, canvas, frame } = props;
  const { embedded, selected, lasso, hits } = usePicked('embedded', 'selected', 'lasso', 'hits');
  const drawing = useRef<PointMap | null>(null);
  const [size, setSize] = useState<Size>({ width: 0, height: 0 });
  const [hovered, setHovered] = useState<number | null>(null);
  const [loop, setLoop] = useState<[number, number][]>([]);
  const [isPlain, setPlain] = useState(false);
  const view = useMapCamera(canvas, points, size, frame);
  const { camera } = view;

  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    drawing.current = createPointMap(element);
    setPlain(drawing.current === null);
    const observer = new ResizeObserver(([entry]) => {
      const { width = 0, height = 0 } = entry?.contentRect ?? {};
      setSize({ width, height });
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      drawing.current?.close();
      drawing.current = null;
    };
  }, [canvas]);

  useEffect(() => {
    const map = drawing.current;
    if (!map || !camera || size.width === 0) return;
    const found = new Set((hits ?? []).map((h) => h.index));
    const sizes = new Float32Array(points.length / 2).map((_, i) => {
      if (i === selected || i === hovered) return CHOSEN_SIZE;
      if (lasso && !lasso.has(i)) return FADED_SIZE;
      return found.has(i) ? PLAIN_SIZE + 4 : PLAIN_SIZE;
    });
    const faded = colours.map((colour, i) => (lasso && !lasso.has(i) ? FADED : colour));
    map.setPoints(points);
    map.setLooks(faded, sizes);
    map.draw(camera, size.width, size.height, devicePixelRatio);
  }, [points, colours, camera, size, selected, hovered, lasso, hits]);

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
      embeddings.change({ lasso: found.size > 0 ? found : null });
    } else {
      const chosen = pick(points, camera, size, placeOf(event.nativeEvent));
      if (chosen !== null) embeddings.change({ selected: chosen });
    }
    setLoop([]);
  }

  const shown = new Map(labels);
  if (hovered !== null) shown.set(hovered, embedded?.texts[hovered] ?? '');
  return (
    <div className={styles['map']}>
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
      {camera && <MapLabels {...{ shown, hovered, points, camera, size }} />}
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
