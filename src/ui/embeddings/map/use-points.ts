import { type RefObject, useEffect, useRef, useState } from 'react';
import { usePicked } from '#ui/embeddings/use-embeddings.ts';
import { pointSize, type Size } from './map-geometry.ts';
import { type Camera, createPointMap, type PointMap } from './point-map.ts';
import { groundColour, useThemeChanges } from './ring-colour.ts';

/** Points that a search found, or that are chosen, in times of the usual size. */
const FOUND = 1.4;
const CHOSEN = 2;
/** Points outside the selection. */
const FADED = 0.6;
const FADED_COLOUR = '#b4b4b4';

interface PointsProps {
  canvas: RefObject<HTMLCanvasElement | null>;
  points: Float32Array;
  colours: readonly string[];
  camera: Camera | null;
  size: Size;
  hovered: number | null;
}

/** Draws the points onto the canvas. @returns whether this browser cannot. */
export function usePoints({
  canvas,
  points,
  colours,
  camera,
  size,
  hovered,
}: PointsProps): boolean {
  const { selected, lasso, hits } = usePicked('selected', 'lasso', 'hits');
  const drawing = useRef<PointMap | null>(null);
  const [isPlain, setPlain] = useState(false);
  const theme = useThemeChanges();

  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    drawing.current = createPointMap(element);
    setPlain(drawing.current === null);
    return () => {
      drawing.current?.close();
      drawing.current = null;
    };
  }, [canvas]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another theme has another ground
  useEffect(() => {
    const element = canvas.current?.parentElement;
    if (element) drawing.current?.setRing(groundColour(element));
  }, [canvas, theme]);

  // Points and colours go to the graphics memory when they change, not with each move of the pointer.
  useEffect(() => drawing.current?.setPoints(points), [points]);

  useEffect(() => {
    const found = new Set((hits ?? []).map((h) => h.index));
    const plain = pointSize(colours.length);
    const sizes = Float32Array.from(colours, (_, i) => {
      if (lasso && !lasso.has(i)) return FADED * plain;
      return found.has(i) ? FOUND * plain : plain;
    });
    const shown = lasso
      ? colours.map((colour, i) => (lasso.has(i) ? colour : FADED_COLOUR))
      : colours;
    drawing.current?.setLooks(shown, sizes);
  }, [colours, lasso, hits]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the above is drawn
  useEffect(() => {
    const map = drawing.current;
    if (!map || !camera || size.width === 0) return;
    map.setLarge({ hovered, chosen: selected, size: CHOSEN * pointSize(points.length / 2) });
    map.draw(camera, size.width, size.height, devicePixelRatio);
  }, [points, colours, camera, size, selected, hovered, lasso, hits, theme]);

  return isPlain;
}
