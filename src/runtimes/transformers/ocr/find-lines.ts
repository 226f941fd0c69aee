import { heightOf, type Point, type Quad, widthOf } from './picture.ts';

/** Probability from which on a pixel is text. */
const IS_TEXT = 0.3;
/** Mean probability of the pixels of a line. */
const IS_LINE = 0.5;
/** How far a line is larger than the part that the network marks: area times this by perimeter. */
const GROWTH = 1.6;
/** Pixels of the network's picture. */
const MIN_SIDE = 3;
/** Pictures of noise have more: they hold no text. */
const MAX_LINES = 1_000;

/** A probability of text for each pixel of a picture that was made `width` by `height`. */
export interface TextMap {
  data: Float32Array;
  width: number;
  height: number;
}

/** The lines of text of a map, in pixels of a picture of this size: the post-processing of differentiable binarisation. */
export function findLines(map: TextMap, width: number, height: number): Quad[] {
  const lines: Quad[] = [];
  for (const points of partsOf(map)) {
    const rectangle = smallestRectangle(points);
    if (!rectangle || Math.min(rectangle.width, rectangle.height) < MIN_SIDE) continue;
    if (meanInside(map, cornersOf(rectangle)) < IS_LINE) continue;
    const line = grow(rectangle);
    if (Math.min(line.width, line.height) < MIN_SIDE + 2) continue;
    const corners = cornersOf(line).map(
      ([x, y]): Point => [
        Math.min(Math.max(Math.round((x / map.width) * width), 0), width - 1),
        Math.min(Math.max(Math.round((y / map.height) * height), 0), height - 1),
      ],
    );
    const quad = inOrder(corners);
    if (Math.floor(widthOf(quad)) > 3 && Math.floor(heightOf(quad)) > 3) lines.push(quad);
    if (lines.length === MAX_LINES) break;
  }
  return lines;
}

/** The left and the right end of each row of each connected part of the text. */
function* partsOf(map: TextMap): Generator<Point[]> {
  const mask = textMask(map);
  for (let start = 0; start < mask.length; start++) {
    if (mask[start] === 1) yield partAt(mask, map.width, start);
  }
}

/** 1 for text, grown by one pixel to the right and down, which joins letters. */
function textMask({ data, width, height }: TextMap): Uint8Array {
  const mask = new Uint8Array(width * height);
  for (const [at, probability] of data.entries()) {
    if (probability <= IS_TEXT) continue;
    const hasRight = (at + 1) % width > 0;
    mask[at] = 1;
    if (hasRight) mask[at + 1] = 1;
    if (at + width >= mask.length) continue;
    mask[at + width] = 1;
    if (hasRight) mask[at + width + 1] = 1;
  }
  return mask;
}

/** Takes the part of a mask that a pixel belongs to out of it. */
function partAt(mask: Uint8Array, width: number, start: number): Point[] {
  const ends = new Map<number, { left: number; right: number }>();
  const stack = [start];
  mask[start] = 0;
  const visit = (at: number) => {
    if (mask[at] !== 1) return;
    mask[at] = 0;
    stack.push(at);
  };
  for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
    const x = at % width;
    const y = (at - x) / width;
    const row = ends.get(y) ?? { left: x, right: x };
    ends.set(y, { left: Math.min(row.left, x), right: Math.max(row.right, x) });
    for (const middle of [at - width, at, at + width]) {
      if (x > 0) visit(middle - 1);
      visit(middle);
      if (x + 1 < width) visit(middle + 1);
    }
  }
  return [...ends].flatMap(([y, { left, right }]): Point[] => [
    [left, y],
    [right, y],
  ]);
}

/** `angle`: of the side that `width` is along. */
interface Rectangle {
  x: number;
  y: number;
  width: number;
  height: number;
  angle: number;
}

/** The smallest rectangle around points; one of its sides is along a side of their hull. */
export function smallestRectangle(points: readonly Point[]): Rectangle | null {
  const hull = hullOf(points);
  let best: Rectangle | null = null;
  for (const [i, [ax, ay]] of hull.entries()) {
    const [bx, by] = hull[(i + 1) % hull.length] as Point;
    const angle = Math.atan2(by - ay, bx - ax);
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
    for (const [x, y] of hull) {
      const [along, across] = [x * cos + y * sin, y * cos - x * sin];
      left = Math.min(left, along);
      right = Math.max(right, along);
      top = Math.min(top, across);
      bottom = Math.max(bottom, across);
    }
    const [width, height] = [right - left, bottom - top];
    if (best && width * height >= best.width * best.height) continue;
    const [along, across] = [(left + right) / 2, (top + bottom) / 2];
    best = { x: along * cos - across * sin, y: along * sin + across * cos, width, height, angle };
  }
  return best;
}

/** The convex hull, by Andrew's monotone chain. */
function hullOf(points: readonly Point[]): Point[] {
  const sorted = [...points].sort(([ax, ay], [bx, by]) => ax - bx || ay - by);
  const half = (ordered: readonly Point[]) => {
    const chain: Point[] = [];
    for (const point of ordered) {
      while (chain.length > 1 && turnsRight(chain.at(-2), chain.at(-1), point)) chain.pop();
      chain.push(point);
    }
    return chain.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.reverse())];
}

function turnsRight(a: Point | undefined, b: Point | undefined, [cx, cy]: Point): boolean {
  if (!a || !b) return false;
  return (b[0] - a[0]) * (cy - a[1]) - (b[1] - a[1]) * (cx - a[0]) <= 0;
}

function cornersOf({ x, y, width, height, angle }: Rectangle): Point[] {
  const [cos, sin] = [Math.cos(angle) / 2, Math.sin(angle) / 2];
  const corner = (across: number, down: number): Point => [
    x + across * width * cos - down * height * sin,
    y + across * width * sin + down * height * cos,
  ];
  return [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)];
}

/** The network finds the middle of lines: as much as it left out is added on each side. */
function grow(rectangle: Rectangle): Rectangle {
  const { width, height } = rectangle;
  const by = (width * height * GROWTH) / (2 * (width + height));
  return { ...rectangle, width: width + 2 * by, height: height + 2 * by };
}

/** The mean of the map inside a convex shape, its border included. */
function meanInside({ data, width, height }: TextMap, corners: readonly Point[]): number {
  const points = corners.map(([x, y]): Point => [Math.trunc(x), Math.trunc(y)]);
  const rows = points.map(([, y]) => y);
  let [sum, count] = [0, 0];
  const [first, last] = [Math.max(0, Math.min(...rows)), Math.min(height - 1, Math.max(...rows))];
  for (let y = first; y <= last; y++) {
    let [left, right] = [Infinity, -Infinity];
    for (const [i, [ax, ay]] of points.entries()) {
      const [bx, by] = points[(i + 1) % points.length] as Point;
      if (y < Math.min(ay, by) || y > Math.max(ay, by)) continue;
      const crossings = ay === by ? [ax, bx] : [ax + ((bx - ax) * (y - ay)) / (by - ay)];
      left = Math.min(left, ...crossings);
      right = Math.max(right, ...crossings);
    }
    const [from, to] = [Math.max(0, Math.round(left)), Math.min(width - 1, Math.round(right))];
    for (let x = from; x <= to; x++) sum += data[y * width + x] as number;
    count += Math.max(0, to - from + 1);
  }
  return count > 0 ? sum / count : 0;
}

/** Corners by their places: the two on the left, then the two on the right, each from the top. */
function inOrder(corners: readonly Point[]): Quad {
  const [a, b, c, d] = [...corners].sort(([ax], [bx]) => ax - bx) as [Point, Point, Point, Point];
  const [topLeft, bottomLeft] = a[1] <= b[1] ? [a, b] : [b, a];
  const [topRight, bottomRight] = c[1] <= d[1] ? [c, d] : [d, c];
  return [topLeft, topRight, bottomRight, bottomLeft];
}
