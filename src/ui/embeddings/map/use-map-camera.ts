import { type RefObject, useEffect, useRef, useState } from 'react';
import { fitAll, type Size, zoomWithin } from './map-geometry.ts';
import type { Camera } from './point-map.ts';

/** How much a wheel's pixel zooms. */
const WHEEL_BASE = 1.0015;

/**
 * The part of the map in view. The wheel zooms with Ctrl or Cmd, by a pinch (which arrives as a wheel
 * with Ctrl), or after a press inside the map; otherwise it scrolls the page and `showsHint` is set.
 */
export function useMapCamera(
  canvas: RefObject<HTMLCanvasElement | null>,
  points: Float32Array,
  size: Size,
  frame: string,
) {
  const [camera, setCamera] = useState<Camera | null>(null);
  const [showsHint, setHint] = useState(false);
  const isMoved = useRef(false);
  const isEntered = useRef(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another frame shows all points again
  useEffect(() => {
    isMoved.current = false;
  }, [frame]);

  useEffect(() => {
    if (size.width > 0 && !isMoved.current) setCamera(fitAll(points, size));
  }, [points, size]);

  // React's wheel listeners are passive and cannot prevent the page from scrolling.
  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey && !isEntered.current) {
        setHint(true);
        return;
      }
      event.preventDefault();
      isMoved.current = true;
      const place: [number, number] = [event.offsetX, event.offsetY];
      const factor = WHEEL_BASE ** -event.deltaY;
      setCamera((now) => now && zoomWithin(fitAll(points, size), now, size, place, factor));
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, [canvas, points, size]);

  return {
    camera,
    showsHint,
    /** The wheel zooms until the pointer leaves. */
    enter() {
      isEntered.current = true;
      setHint(false);
    },
    leave() {
      isEntered.current = false;
      setHint(false);
    },
    pan(dx: number, dy: number) {
      isMoved.current = true;
      setCamera((now) => now && { ...now, x: now.x - dx / now.scale, y: now.y + dy / now.scale });
    },
    zoomBy(factor: number) {
      isMoved.current = true;
      const middle: [number, number] = [size.width / 2, size.height / 2];
      setCamera((now) => now && zoomWithin(fitAll(points, size), now, size, middle, factor));
    },
    showAll() {
      isMoved.current = false;
      setCamera(fitAll(points, size));
    },
  };
}
