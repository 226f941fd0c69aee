/** A picture: red, green, blue and opacity of each pixel, row by row. */
export interface Picture {
  width: number;
  height: number;
  data: Uint8ClampedArray;
}

/** x and y in pixels, from the top left corner. */
export type Point = readonly [x: number, y: number];

/** The corners of a line of text as it is read: top left, top right, bottom right, bottom left. */
export type Quad = readonly [Point, Point, Point, Point];

/** Pixels of the height of a line that the networks read. */
export const LINE_HEIGHT = 48;

/** Numbers of one colour for the networks, −1…1. */
const toNumber = (value: number) => value / 127.5 - 1;

/** The picture in another size as blue, green and red planes of −1…1, between pixels by distance, as OpenCV does. */
export function toPlanes(
  { width, height, data }: Picture,
  toWidth: number,
  toHeight: number,
): Float32Array {
  const size = toWidth * toHeight;
  const planes = new Float32Array(3 * size);
  const columns = Array.from({ length: toWidth }, (_, x) => between(x, width / toWidth, width));
  for (let y = 0; y < toHeight; y++) {
    const row = between(y, height / toHeight, height);
    const [top, bottom] = [row.first * width * 4, row.second * width * 4];
    for (const [x, { first, second, share }] of columns.entries()) {
      const at = y * toWidth + x;
      for (let colour = 0; colour < 3; colour++) {
        const get = (i: number) => data[i + colour] as number;
        const above = get(top + first * 4) * (1 - share) + get(top + second * 4) * share;
        const below = get(bottom + first * 4) * (1 - share) + get(bottom + second * 4) * share;
        planes[(2 - colour) * size + at] = toNumber(above * (1 - row.share) + below * row.share);
      }
    }
  }
  return planes;
}

/** The two pixels that a place of the new size is between. */
function between(at: number, scale: number, size: number) {
  const place = Math.min(Math.max((at + 0.5) * scale - 0.5, 0), size - 1);
  const first = Math.floor(place);
  return { first, second: Math.min(first + 1, size - 1), share: place - first };
}

/**
 * Writes a line of text, straightened and 48 pixels high, into planes of `width` pixels that are all zero.
 * Lines that are much higher are averaged, smaller ones sharpened by a cubic curve.
 */
export function drawLine(
  picture: Picture,
  quad: Quad,
  lineWidth: number,
  planes: Float32Array,
  width: number,
): void {
  const size = width * LINE_HEIGHT;
  const [[ax, ay], [bx, by], [cx, cy], [dx, dy]] = quad;
  const pixels = Math.max(1, heightOf(quad) / LINE_HEIGHT);
  const taps = pixels > 1.5 ? Math.ceil(pixels) : 1;
  const colours = new Float32Array(3);
  const get = taps > 1 ? addLinear : addCubic;
  for (let y = 0; y < LINE_HEIGHT; y++) {
    for (let x = 0; x < lineWidth; x++) {
      colours.fill(0);
      for (let i = 0; i < taps * taps; i++) {
        const u = (x + ((i % taps) + 0.5) / taps) / lineWidth;
        const v = (y + (Math.floor(i / taps) + 0.5) / taps) / LINE_HEIGHT;
        const px = (ax * (1 - u) + bx * u) * (1 - v) + (dx * (1 - u) + cx * u) * v;
        const py = (ay * (1 - u) + by * u) * (1 - v) + (dy * (1 - u) + cy * u) * v;
        get(picture, px - 0.5, py - 0.5, colours);
      }
      const at = y * width + x;
      for (let colour = 0; colour < 3; colour++) {
        const value = (colours[colour] as number) / (taps * taps);
        planes[(2 - colour) * size + at] = toNumber(Math.min(255, Math.max(0, value)));
      }
    }
  }
}

function addLinear({ width, height, data }: Picture, x: number, y: number, sum: Float32Array) {
  const [left, top] = [Math.floor(x), Math.floor(y)];
  for (let i = 0; i < 4; i++) {
    const [column, row] = [left + (i & 1), top + (i >> 1)];
    const weight = (1 - Math.abs(x - column)) * (1 - Math.abs(y - row));
    const at = (clamp(row, height) * width + clamp(column, width)) * 4;
    for (let c = 0; c < 3; c++) sum[c] = (sum[c] as number) + weight * (data[at + c] as number);
  }
}

const weightsX = new Float32Array(4);
const weightsY = new Float32Array(4);

/** The cubic curve of OpenCV: sixteen pixels around a place. */
function addCubic({ width, height, data }: Picture, x: number, y: number, sum: Float32Array) {
  const [left, top] = [Math.floor(x) - 1, Math.floor(y) - 1];
  setCubic(weightsX, x - left - 1);
  setCubic(weightsY, y - top - 1);
  for (let j = 0; j < 4; j++) {
    const row = clamp(top + j, height) * width;
    for (let i = 0; i < 4; i++) {
      const weight = (weightsX[i] as number) * (weightsY[j] as number);
      const at = (row + clamp(left + i, width)) * 4;
      for (let c = 0; c < 3; c++) sum[c] = (sum[c] as number) + weight * (data[at + c] as number);
    }
  }
}

/** Weights of four pixels for a place that is `t` after the second one. */
function setCubic(weights: Float32Array, t: number): void {
  const a = -0.75;
  const near = (d: number) => ((a + 2) * d - (a + 3)) * d * d + 1;
  const far = (d: number) => ((a * d - 5 * a) * d + 8 * a) * d - 4 * a;
  weights[0] = far(t + 1);
  weights[1] = near(t);
  weights[2] = near(1 - t);
  weights[3] = 1 - near(t) - near(1 - t) - far(t + 1);
}

const clamp = (value: number, size: number) => Math.min(Math.max(value, 0), size - 1);

export function distance([ax, ay]: Point, [bx, by]: Point): number {
  return Math.hypot(ax - bx, ay - by);
}

export function widthOf([a, b, c, d]: Quad): number {
  return Math.max(distance(a, b), distance(c, d));
}

export function heightOf([a, b, c, d]: Quad): number {
  return Math.max(distance(a, d), distance(b, c));
}

/** The same line read from its other end. */
export function upsideDown([a, b, c, d]: Quad): Quad {
  return [c, d, a, b];
}
