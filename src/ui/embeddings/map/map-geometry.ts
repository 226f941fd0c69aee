import type { Camera } from './point-map.ts';

export interface Size {
  width: number;
  height: number;
}

/** A place on the screen, CSS pixels from the top left. */
export type Place = readonly [x: number, y: number];

/** Part of the map that the points take: around them are the lines of their density, and names. */
const POINTS_PART = 0.8;

/** The camera that shows all points. */
export function fitAll(points: Float32Array, { width, height }: Size): Camera {
  if (points.length === 0) return { x: 0, y: 0, scale: 1 };
  const { left, right, low, high } = boundsOf(points);
  const wide = Math.max(right - left, 1e-6);
  const tall = Math.max(high - low, 1e-6);
  const scale = POINTS_PART * Math.min(width / wide, height / tall);
  return { x: (left + right) / 2, y: (low + high) / 2, scale };
}

function boundsOf(points: Float32Array) {
  let [left, right, low, high] = [Infinity, -Infinity, Infinity, -Infinity];
  for (let i = 0; i < points.length; i += 2) {
    left = Math.min(left, points[i] as number);
    right = Math.max(right, points[i] as number);
    low = Math.min(low, points[i + 1] as number);
    high = Math.max(high, points[i + 1] as number);
  }
  return points.length === 0 ? { left: 0, right: 0, low: 0, high: 0 } : { left, right, low, high };
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

/** Points of a cell, on average. */
const PER_CELL = 4;
/** Pixels from a point at which it is picked. */
const REACH = 12;

/** Points by the cell that they are in, so that the one under the pointer is found among few. */
export class PointGrid {
  readonly #points: Float32Array;
  readonly #left: number;
  readonly #low: number;
  readonly #cell: number;
  readonly #columns: number;
  readonly #rows: number;
  /** Points by cell, and where each cell begins among them. */
  readonly #order: Uint32Array;
  readonly #starts: Uint32Array;

  constructor(points: Float32Array) {
    const count = points.length / 2;
    const { left, right, low, high } = boundsOf(points);
    const side = Math.max(1, Math.sqrt(count / PER_CELL));
    this.#points = points;
    [this.#left, this.#low] = [left, low];
    this.#cell = Math.max(right - left, high - low, 1e-9) / side;
    this.#columns = Math.floor((right - left) / this.#cell) + 1;
    this.#rows = Math.floor((high - low) / this.#cell) + 1;
    this.#starts = new Uint32Array(this.#columns * this.#rows + 1);
    this.#order = new Uint32Array(count);
    const cells = Uint32Array.from({ length: count }, (_, i) =>
      this.#cellAt(points[2 * i] as number, points[2 * i + 1] as number),
    );
    for (const cell of cells) this.#starts[cell + 1] = (this.#starts[cell + 1] as number) + 1;
    for (let cell = 1; cell < this.#starts.length; cell++)
      this.#starts[cell] = (this.#starts[cell] as number) + (this.#starts[cell - 1] as number);
    const next = this.#starts.slice();
    for (const [i, cell] of cells.entries()) {
      const at = next[cell] as number;
      this.#order[at] = i;
      next[cell] = at + 1;
    }
  }

  #cellAt(x: number, y: number): number {
    return this.#row(y) * this.#columns + this.#column(x);
  }

  #column(x: number): number {
    return clamp(Math.floor((x - this.#left) / this.#cell), this.#columns - 1);
  }

  #row(y: number): number {
    return clamp(Math.floor((y - this.#low) / this.#cell), this.#rows - 1);
  }

  /** The point nearest to a place on the screen, if one is near enough; of equal ones the last. */
  pick(camera: Camera, size: Size, [px, py]: Place, reach = REACH): number | null {
    const x = camera.x + (px - size.width / 2) / camera.scale;
    const y = camera.y - (py - size.height / 2) / camera.scale;
    const far = reach / camera.scale;
    let best: number | null = null;
    let nearest = far * far;
    for (let row = this.#row(y - far); row <= this.#row(y + far); row++) {
      const first = row * this.#columns;
      const start = this.#starts[first + this.#column(x - far)] as number;
      const end = this.#starts[first + this.#column(x + far) + 1] as number;
      for (let at = start; at < end; at++) {
        const i = this.#order[at] as number;
        const dx = (this.#points[2 * i] as number) - x;
        const dy = (this.#points[2 * i + 1] as number) - y;
        const distance = dx * dx + dy * dy;
        if (distance > nearest || (distance === nearest && best !== null && i < best)) continue;
        nearest = distance;
        best = i;
      }
    }
    return best;
  }
}

function clamp(value: number, max: number): number {
  return Math.max(0, Math.min(max, value));
}

/** Points inside a line drawn around them, by how often a ray crosses it. */
export function inside(
  points: Float32Array,
  camera: Camera,
  size: Size,
  loop: readonly Place[],
): Set<number> {
  const found = new Set<number>();
  for (let i = 0; i < points.length / 2; i++) {
    const [x, y] = toScreen(camera, size, points[2 * i] as number, points[2 * i + 1] as number);
    let isInside = false;
    for (let a = 0, b = loop.length - 1; a < loop.length; b = a++) {
      const [ax, ay] = loop[a] as Place;
      const [bx, by] = loop[b] as Place;
      if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) isInside = !isInside;
    }
    if (isInside) found.add(i);
  }
  return found;
}

/** A label's height, and the width of a character on average, CSS pixels. */
export const LABEL_HEIGHT = 26;
const LABEL = { character: 7, widest: 300 };

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
        Math.abs(other.y - label.y) >= LABEL_HEIGHT ||
        Math.abs(other.x - label.x) >= (labelWidth(other.text) + labelWidth(label.text)) / 2,
    );
    if (isFree) placed.push(label);
  }
  return placed;
}
