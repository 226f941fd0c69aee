/** Cells along the longer side: enough for smooth lines, few enough to make them between two pictures. */
const CELLS = 96;
/** Free cells around the points, so that every line closes. */
const MARGIN = 12;
/** Width of the blur in cells, and how often: three boxes are close to a bell. */
const BLUR = 3;
const PASSES = 3;
/** Heights of the lines as parts of the highest point. */
const LEVELS = [0.06, 0.2, 0.42] as const;

/**
 * Lines of equal density around the points, lowest first, as SVG paths in the map's own units.
 * @see https://en.wikipedia.org/wiki/Marching_squares
 */
export function densityContours(points: Float32Array): string[] {
  if (points.length < 6) return [];
  const frame = frameOf(points);
  let grid = count(points, frame);
  for (let pass = 0; pass < PASSES; pass++) grid = blur(blur(grid, frame, 1), frame, frame.width);
  const top = grid.reduce((max, height) => Math.max(max, height), 0);
  return LEVELS.map((level) => contour(grid, frame, level * top));
}

interface Frame {
  width: number;
  height: number;
  /** Place of the first cell, and the side of a cell. */
  left: number;
  low: number;
  cell: number;
}

function frameOf(points: Float32Array): Frame {
  let [left, right, low, high] = [Infinity, -Infinity, Infinity, -Infinity];
  for (let i = 0; i < points.length; i += 2) {
    left = Math.min(left, points[i] as number);
    right = Math.max(right, points[i] as number);
    low = Math.min(low, points[i + 1] as number);
    high = Math.max(high, points[i + 1] as number);
  }
  const cell = Math.max(right - left, high - low, 1e-9) / CELLS;
  const cells = (length: number) => Math.ceil(length / cell) + 1 + 2 * MARGIN;
  return {
    width: cells(right - left),
    height: cells(high - low),
    left: left - MARGIN * cell,
    low: low - MARGIN * cell,
    cell,
  };
}

function count(points: Float32Array, { width, height, left, low, cell }: Frame): Float32Array {
  const grid = new Float32Array(width * height);
  for (let i = 0; i < points.length; i += 2) {
    const x = Math.round(((points[i] as number) - left) / cell);
    const y = Math.round(((points[i + 1] as number) - low) / cell);
    const at = y * width + x;
    grid[at] = (grid[at] ?? 0) + 1;
  }
  return grid;
}

/** The mean of the cells around each one, along a row (`step` 1) or a column. */
function blur(grid: Float32Array, { width, height }: Frame, step: number): Float32Array {
  const out = new Float32Array(grid.length);
  for (let y = BLUR; y < height - BLUR; y++) {
    for (let x = BLUR; x < width - BLUR; x++) {
      let sum = 0;
      for (let d = -BLUR; d <= BLUR; d++) sum += grid[y * width + x + d * step] as number;
      out[y * width + x] = sum / (2 * BLUR + 1);
    }
  }
  return out;
}

type Side = 'T' | 'R' | 'B' | 'L';

/**
 * For each combination of the four corners of a square above the level (8 top left, 4 top right, 2 bottom right,
 * 1 bottom left), the lines through it, with the higher side on their right.
 */
const LINES: readonly (readonly [from: Side, to: Side][])[] = [
  [],
  [['L', 'B']],
  [['B', 'R']],
  [['L', 'R']],
  [['R', 'T']],
  [
    ['R', 'T'],
    ['L', 'B'],
  ],
  [['B', 'T']],
  [['L', 'T']],
  [['T', 'L']],
  [['T', 'B']],
  [
    ['T', 'L'],
    ['B', 'R'],
  ],
  [['T', 'R']],
  [['R', 'L']],
  [['R', 'B']],
  [['B', 'L']],
  [],
];

/** The closed lines at one height. */
function contour(grid: Float32Array, frame: Frame, level: number): string {
  const { width, height, left, low, cell } = frame;
  const at = (x: number, y: number) => grid[y * width + x] as number;
  const next = new Map<number, number>();
  const places = new Map<number, string>();
  const between = (a: number, b: number) => (a === b ? 0.5 : (level - a) / (b - a));
  /** The number of the point where a side of a square crosses the level. */
  const cross = (x: number, y: number, side: Side): number => {
    const isFlat = side === 'T' || side === 'B';
    const [cx, cy] = [side === 'R' ? x + 1 : x, side === 'B' ? y + 1 : y];
    const id = 2 * (cy * width + cx) + (isFlat ? 0 : 1);
    const part = between(at(cx, cy), isFlat ? at(cx + 1, cy) : at(cx, cy + 1));
    const px = left + cell * (cx + (isFlat ? part : 0));
    const py = low + cell * (cy + (isFlat ? 0 : part));
    places.set(id, `${px.toPrecision(5)} ${py.toPrecision(5)}`);
    return id;
  };
  for (let y = 0; y < height - 1; y++) {
    for (let x = 0; x < width - 1; x++) {
      const corners = [at(x, y), at(x + 1, y), at(x + 1, y + 1), at(x, y + 1)];
      const above = corners.reduce((bits, height) => 2 * bits + Number(height > level), 0);
      for (const [from, to] of LINES[above] ?? []) next.set(cross(x, y, from), cross(x, y, to));
    }
  }
  return loops(next, places);
}

function loops(next: Map<number, number>, places: ReadonlyMap<number, string>): string {
  const paths: string[] = [];
  for (const [start] of next) {
    const line: string[] = [];
    for (let id: number | undefined = start; id !== undefined; ) {
      line.push(places.get(id) ?? '');
      const after = next.get(id);
      next.delete(id);
      id = after;
    }
    if (line.length > 3) paths.push(`M${line.join('L')}Z`);
  }
  return paths.join('');
}
