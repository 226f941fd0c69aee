import { Maximize, Minus, Plus } from 'lucide-react';
import { type PointerEvent, type RefObject, useEffect, useMemo, useState } from 'react';
import { usePicked, useTextSet } from '#ui/embeddings/use-embeddings.ts';
import { IconButton } from '#ui/kit/button.tsx';
import { embeddingsText } from '#ui/messages/embeddings.ts';
import type { Legend } from './legend.ts';
import styles from './map.module.css';
import { inside, type Place, PointGrid, type Size, toScreen } from './map-geometry.ts';
import { MapGround, MapLabels, MapTip } from './map-layers.tsx';
import { placeLabels } from './place-labels.ts';
import type { Camera } from './point-map.ts';
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
  const { embedded, hits, colouring } = usePicked('embedded', 'hits', 'colouring');
  const size = useSize(canvas);
  const view = useMapCamera(canvas, points, size, frame);
  const { camera } = view;
  const hover = useHover(points, camera, size);
  const lasso = useLasso(points, camera, size);
  const { hovered } = hover;
  const isPlain = usePoints({ canvas, points, colours: legend.colours, camera, size, hovered });
  const labels = useMemo(
    () => placeLabels({ points, legend, colouring, hits, texts: embedded?.texts ?? [] }),
    [points, legend, colouring, hits, embedded],
  );

  function press(event: PointerEvent<HTMLCanvasElement>) {
    event.currentTarget.setPointerCapture(event.pointerId);
    view.enter();
    if (hasLasso) lasso.start(placeOf(event));
  }

  function move(event: PointerEvent<HTMLCanvasElement>) {
    if (event.buttons !== 1) hover.move(placeOf(event));
    else if (hasLasso) lasso.extend(placeOf(event));
    else if (event.movementX !== 0 || event.movementY !== 0)
      view.pan(event.movementX, event.movementY);
  }

  function release(event: PointerEvent<HTMLCanvasElement>) {
    if (!lasso.finish()) hover.choose(placeOf(event));
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
          hover.leave();
          view.leave();
        }}
      />
      {camera && <MapLabels labels={labels} camera={camera} size={size} pointer={hover.pointer} />}
      {camera && hovered !== null && (
        <MapTip
          place={toScreen(camera, size, points[2 * hovered] ?? 0, points[2 * hovered + 1] ?? 0)}
          size={size}
          text={embedded?.texts[hovered] ?? ''}
          detail={legend.entries[legend.of[hovered] ?? -1]?.name ?? ''}
          colour={legend.colours[hovered] ?? ''}
        />
      )}
      {lasso.loop.length > 1 && (
        <svg className={styles['loop']} aria-hidden="true">
          <polygon points={lasso.loop.map(([x, y]) => `${x},${y}`).join(' ')} />
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

/** The canvas in CSS pixels. */
function useSize(canvas: RefObject<HTMLCanvasElement | null>): Size {
  const [size, setSize] = useState<Size>({ width: 0, height: 0 });
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
  return size;
}

/** The point under the pointer; a press chooses it. */
function useHover(points: Float32Array, camera: Camera | null, size: Size) {
  const set = useTextSet();
  const grid = useMemo(() => new PointGrid(points), [points]);
  const [pointer, setPointer] = useState<Place | null>(null);
  const [hovered, setHovered] = useState<number | null>(null);
  const at = (place: Place) => camera && grid.pick(camera, size, place);
  return {
    // A layout that moves the points may have fewer of them.
    hovered: hovered !== null && hovered < points.length / 2 ? hovered : null,
    pointer,
    move(place: Place) {
      setPointer(place);
      setHovered(at(place));
    },
    leave() {
      setPointer(null);
      setHovered(null);
    },
    choose(place: Place) {
      const chosen = at(place);
      if (chosen !== null) set.select(chosen);
    },
  };
}

/** A line drawn around points, which are shown alone when it ends. */
function useLasso(points: Float32Array, camera: Camera | null, size: Size) {
  const set = useTextSet();
  const [loop, setLoop] = useState<readonly Place[]>([]);
  return {
    loop,
    start: (place: Place) => setLoop([place]),
    extend: (place: Place) => setLoop((now) => [...now, place]),
    /** @returns whether a line was drawn. */
    finish(): boolean {
      setLoop([]);
      if (!camera || loop.length < 3) return false;
      set.catchRows(inside(points, camera, size, loop));
      return true;
    },
  };
}

function placeOf({ nativeEvent: { offsetX, offsetY } }: PointerEvent): Place {
  return [offsetX, offsetY];
}
