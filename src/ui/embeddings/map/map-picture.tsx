import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { setEmbeddings } from '#ui/embeddings/session/embeddings-store.ts';
import { usePicked } from '#ui/embeddings/use-picked.ts';
import styles from './map.module.css';
import { fitAll, freeLabels, inside, pick, type Size, toScreen, zoomAt } from './map-geometry.ts';
import { type Camera, createPointMap, type PointMap } from './point-map.ts';

interface MapPictureProps {
  points: Float32Array;
  colours: readonly string[];
  labels: ReadonlyMap<number, string>;
  /** Whether the pointer draws a lasso rather than moves the map. */
  catches: boolean;
  canvas: RefObject<HTMLCanvasElement | null>;
  /** Changes when the map is another one and is looked at from the start. */
  frame: string;
}

const PLAIN_SIZE = 6;
const CHOSEN_SIZE = 14;
/** Points that were not caught. */
const FADED_SIZE = 3;
const FADED = '#9c9c9c';

/** The points, drawn by WebGL; moved, zoomed, caught and hovered. */
export function MapPicture(props: MapPictureProps) {
  const { points, colours, labels, catches, canvas, frame } = props;
  const { embedded, selected, lasso, hits } = usePicked('embedded', 'selected', 'lasso', 'hits');
  const drawing = useRef<PointMap | null>(null);
  const [size, setSize] = useState<Size>({ width: 0, height: 0 });
  const [camera, setCamera] = useState<Camera | null>(null);
  const [hovered, setHovered] = useState<number | null>(null);
  const [loop, setLoop] = useState<[number, number][]>([]);
  const [isPlain, setPlain] = useState(false);
  const isMoved = useRef(false);

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

  // biome-ignore lint/correctness/useExhaustiveDependencies: another frame starts anew
  useEffect(() => {
    isMoved.current = false;
  }, [frame]);

  useEffect(() => {
    if (size.width > 0 && !isMoved.current) setCamera(fitAll(points, size));
  }, [points, size]);

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

  // React listens to wheels passively: a page that scrolls along could not be stopped.
  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    const zoom = (event: WheelEvent) => {
      event.preventDefault();
      isMoved.current = true;
      const place = placeOf(event);
      setCamera((now) => now && zoomAt(now, size, place, 1.0015 ** -event.deltaY));
    };
    element.addEventListener('wheel', zoom, { passive: false });
    return () => element.removeEventListener('wheel', zoom);
  }, [canvas, size]);

  function press(event: PointerEvent<HTMLCanvasElement>) {
    event.currentTarget.setPointerCapture(event.pointerId);
    if (catches) setLoop([placeOf(event.nativeEvent)]);
  }

  function move(event: PointerEvent<HTMLCanvasElement>) {
    const place = placeOf(event.nativeEvent);
    if (event.buttons !== 1) {
      if (camera) setHovered(pick(points, camera, size, place));
      return;
    }
    if (catches) setLoop((now) => [...now, place]);
    else if (Math.abs(event.movementX) + Math.abs(event.movementY) > 0) {
      isMoved.current = true;
      setCamera(
        (now) =>
          now && {
            ...now,
            x: now.x - event.movementX / now.scale,
            y: now.y + event.movementY / now.scale,
          },
      );
    }
  }

  function release(event: PointerEvent<HTMLCanvasElement>) {
    if (!camera) return;
    if (loop.length > 2) {
      const caught = inside(points, camera, size, loop);
      setEmbeddings({ lasso: caught.size > 0 ? caught : null });
    } else {
      const chosen = pick(points, camera, size, placeOf(event.nativeEvent));
      if (chosen !== null) setEmbeddings({ selected: chosen });
    }
    setLoop([]);
  }

  const zoomBy = (factor: number) => {
    isMoved.current = true;
    const middle: [number, number] = [size.width / 2, size.height / 2];
    setCamera((now) => now && zoomAt(now, size, middle, factor));
  };
  const shown = new Map(labels);
  if (hovered !== null) shown.set(hovered, embedded?.texts[hovered] ?? '');
  return (
    <div className={styles['map']}>
      <canvas
        ref={canvas}
        className={catches ? styles['catching'] : styles['canvas']}
        role="img"
        aria-label={`Map of ${points.length / 2} texts; the same texts are in the table under Texts`}
        onPointerDown={press}
        onPointerMove={move}
        onPointerUp={release}
        onPointerLeave={() => setHovered(null)}
      />
      {camera && (
        <div className={styles['labels']} aria-hidden="true">
          {freeLabels(labelsOn(shown, hovered, points, camera, size)).map(
            ({ index, text, x, y }) => {
              const isEnd = x > size.width * 0.6;
              const at = `translate(${x}px, ${y}px) ${isEnd ? 'translateX(-100%)' : ''}`;
              return (
                <span
                  key={index}
                  className={index === hovered ? styles['hovered'] : ''}
                  style={{ transform: at }}
                >
                  {text}
                </span>
              );
            },
          )}
        </div>
      )}
      {loop.length > 1 && (
        <svg className={styles['loop']} aria-hidden="true">
          <polygon points={loop.map(([x, y]) => `${x},${y}`).join(' ')} />
        </svg>
      )}
      <div className={styles['zoom']}>
        <button type="button" aria-label="Zoom in" onClick={() => zoomBy(1.5)}>
          +
        </button>
        <button type="button" aria-label="Zoom out" onClick={() => zoomBy(1 / 1.5)}>
          −
        </button>
        <button
          type="button"
          aria-label="Show all points"
          onClick={() => {
            isMoved.current = false;
            setCamera(fitAll(points, size));
          }}
        >
          ⤢
        </button>
      </div>
      {isPlain && (
        <p className={styles['none']}>
          This browser has no WebGL, so the map cannot be drawn. The table has the same texts.
        </p>
      )}
    </div>
  );
}

/** Labels that lie on the screen, the one under the pointer first. */
function labelsOn(
  shown: ReadonlyMap<number, string>,
  hovered: number | null,
  points: Float32Array,
  camera: Camera,
  size: Size,
) {
  return [...shown]
    .sort(([a], [b]) => Number(b === hovered) - Number(a === hovered))
    .map(([index, text]) => {
      const place = [points[2 * index] ?? 0, points[2 * index + 1] ?? 0] as const;
      const [x, y] = toScreen(camera, size, ...place);
      return { index, text, x, y };
    })
    .filter(({ x, y }) => x >= 0 && y >= 0 && x <= size.width && y <= size.height);
}

function placeOf(event: MouseEvent): [number, number] {
  return [event.offsetX, event.offsetY];
}
