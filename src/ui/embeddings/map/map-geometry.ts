import type { Camera } from './point-map.ts';

export interface Size {
  width: number;
  height: number;
}

/** Part of the map that the points take: around them are the lines of their density, and names. */
const POINTS_PART = 0.8;

/** The camera that shows all points. */
export function fitAll(points: Float32Array, { width, height }: Size): Camera {
  if (points.length === 0) return { x: 0, y: 0, scale: 1 };
  let [left, right, low, high] = [Infinity, -Infinity, Infinity, -Infinity];
  for (let i = 0; i < points.length; i += 2) {
    left = Math.min(left, points[i] as number);
    right = Math.max(right, points[i] as number);
    low = Math.min(low, points[i + 1] as number);
    high = Math.max(high, points[i + 1] as number);
  }
  const wide = Math.max(right - left, 1e-6);
  const tall = Math.max(high - low, 1e-6);
  const scale = POINTS_PART * Math.min(width / wide, height / tall);
  return { x: (left + right) / 2, y: (low + high) / 2, scale };
}

/** A point of the map in CSS pixels from the top left. */
export function toScreen(camera: Camera, size: Size, x: number, y: number): [number, number] {
  return [
    size.width / 2 + (x - camera.x) * camera.scale,
    size.height / 2 - (y - camera.y) * camera.scale,
  ];
}

/** The camera after zooming by `factor` around a place on the screen. */
export function zoomAt(
  camera: Camera,
  size: Size,
  [px, py]: [number, number],
  factor: number,
): Camera {
  const scale = camera.scale * factor;
  const dx = px - size.width / 2;
  const dy = size.height / 2 - py;
  return {
    x: camera.x + dx / camera.scale - dx / scale,
    y: camera.y + dy / camera.scale - dy / scale,
    scale,
  };
}

/** As `zoomAt`, but never farther out than `all`, the camera that shows all points. */
export function zoomWithin(
  all: Camera,
  camera: Camera,
  size: Size,
  place: [number, number],
  factor: number,
): Camera {
  const next = zoomAt(camera, size, place, factor);
  return next.scale <= all.scale ? all : next;
}

/** Diameter of a point in CSS pixels: many points need smaller ones. */
export function pointSize(count: number): number {
  return Math.min(14, Math.max(5, 14 - 3 * Math.log10(Math.max(1, count))));
}

/** The middle of the points of each entry, in the map's own units: [entries × 2]. The median, so that strays do not move it. */
export function middles(
  points: Float32Array,
  of: ArrayLike<number>,
  entries: number,
): Float32Array {
  const xs = Array.from({ length: entries }, (): number[] => []);
  const ys = Array.from({ length: entries }, (): number[] => []);
  for (let i = 0; i < points.length / 2; i++) {
    const entry = of[i] ?? -1;
    xs[entry]?.push(points[2 * i] as number);
    ys[entry]?.push(points[2 * i + 1] as number);
  }
  const median = (values: number[] = []) =>
    values.length === 0 ? Number.NaN : (values.sort((a, b) => a - b)[values.length >> 1] as number);
  return Float32Array.from({ length: entries * 2 }, (_, at) =>
    median(at % 2 === 0 ? xs[at >> 1] : ys[at >> 1]),
  );
}

/** The point nearest to a place on the screen, if one is near enough. */
export function pick(
  points: Float32Array,
  camera: Camera,
  size: Size,
  [px, py]: [number, number],
  within = 12,
): number | null {
  let best: number | null = null;
  let nearest = within * within;
  for (let i = 0; i < points.length / 2; i++) {
    const [x, y] = toScreen(camera, size, points[2 * i] as number, points[2 * i + 1] as number);
    const far = (x - px) ** 2 + (y - py) ** 2;
    if (far > nearest) continue;
    nearest = far;
    best = i;
  }
  return best;
}

/** Points inside a line drawn around them, by how often a ray crosses it. */
export function inside(
  points: Float32Array,
  camera: Camera,
  size: Size,
  loop: readonly [number, number][],
): Set<number> {
  const found = new Set<number>();
  for (let i = 0; i < points.length / 2; i++) {
    const [x, y] = toScreen(camera, size, points[2 * i] as number, points[2 * i + 1] as number);
    let isInside = false;
    for (let a = 0, b = loop.length - 1; a < loop.length; b = a++) {
      const [ax, ay] = loop[a] as [number, number];
      const [bx, by] = loop[b] as [number, number];
      if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) isInside = !isInside;
    }
    if (isInside) found.add(i);
  }
  return found;
}

/** A label's height, and the width of a character on average, CSS pixels. */
const LABEL = { height: 26, character: 7, widest: 300 };

/** The width of a label on the map, CSS pixels: an estimate, as measuring would lay the page out. */
export function labelWidth(text: string): number {
  return Math.min(LABEL.widest, text.length * LABEL.character + 28);
}

/** The labels that fit without overlap, earlier ones first. */
export function freeLabels<T extends { x: number; y: number; text: string }>(
  labels: readonly T[],
): T[] {
  const placed: T[] = [];
  for (const label of labels) {
    const isFree = placed.every(
      (other) =>
        Math.abs(other.y - label.y) >= LABEL.height ||
        Math.abs(other.x - label.x) >= (labelWidth(other.text) + labelWidth(label.text)) / 2,
    );
    if (isFree) placed.push(label);
  }
  return placed;
}
