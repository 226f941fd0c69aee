import type { PageWord, ReadPage } from '#engine/ocr-task.ts';
import { findLines, type TextMap } from './find-lines.ts';
import { layOut } from './page-layout.ts';
import {
  distance,
  drawLine,
  heightOf,
  LINE_HEIGHT,
  type Picture,
  type Point,
  type Quad,
  toPlanes,
  upsideDown,
  widthOf,
} from './picture.ts';
import { type Cell, median } from './reading-order.ts';

/** The networks; numbers in and out are planes and rows. */
export interface OcrGraphs {
  /** A probability of text for each pixel. */
  detect: (planes: Float32Array, width: number, height: number) => Promise<Float32Array>;
  /** For each line of 192 × 48 pixels: how likely it is upright, and upside down. */
  direction: (planes: Float32Array, lines: number) => Promise<Float32Array>;
  /** For each line, the likeliest character of each column, and its probability. */
  read: (planes: Float32Array, lines: number, width: number) => Promise<LineColumns>;
  /** By number; 0 is none. */
  characters: readonly string[];
}

export interface LineColumns {
  ids: ArrayLike<number | bigint>;
  probabilities: ArrayLike<number>;
  /** Of each line. */
  columns: number;
}

/** Pixels of the longer side in which lines are searched; the network takes multiples of 32. */
const SEARCH_SIDE = 1_280;
/** The shorter side of small pictures is enlarged to it. */
const MIN_SEARCH_SIDE = 736;
const DIRECTION_WIDTH = 192;
/** How sure the network must be that a line is upside down. */
const IS_TURNED = 0.9;
/** Lines that decide which way up a page is: the widest ones. */
const DIRECTION_LINES = 12;
/** Share of them from which on a page may be upside down: of an upright one the network takes up to half for turned. */
const MAY_BE_TURNED = 0.2;
/** Lines that are read both ways then. */
const BOTH_WAYS = 3;
/** Pixels of one run of the reader: lines of similar width are read together. */
const RUN_PIXELS = 2_400;
const MIN_LINE_WIDTH = 160;
const MAX_LINE_WIDTH = 4_800;
/** Lines up to it are read as wide as they are: a few letters have little around them to be known by. */
const SHORT = 320;
/** Width of a longer line as it is read, by its width at the height that is read: narrower letters are read as well, in less time. */
const NARROWED = 0.85;
/** Lines whose characters are less certain on average are spots and drawings. */
const IS_READ = 0.5;
/** The same for the lines of a page in a script that the network does not know: all of them are less certain on average. */
const IS_KNOWN = 0.85;
/**
 * Characters of a line for each height of it, 1.2 in Chinese and more elsewhere: of a script whose letters are partly
 * shared with another one, only these are read.
 */
const IS_DENSE = 0.7;
/** Length of all lines by their height, below which they say nothing of a script: a logo is a letter to the network. */
const MIN_JUDGED = 6;

interface Line {
  quad: Quad;
  text: string;
  words: PageWord[];
  confidence: number;
}

/**
 * Finds and reads the text of a picture: lines, which way is up, characters, the order of columns and tables.
 * `pause` lets other work run between two steps, and throws when the page is no longer wanted.
 */
export async function readPage(
  picture: Picture,
  graphs: OcrGraphs,
  pause: () => Promise<void>,
): Promise<ReadPage> {
  const { width, height } = picture;
  const quads = findLines(await search(picture, graphs), width, height).map(asRead);
  await pause();
  const turned = await isUpsideDown(picture, quads, graphs, pause);
  const upright = turned ? quads.map(upsideDown) : quads;
  const lines = await readLines(picture, upright, graphs, pause);
  const good = lines.filter(isUnderstood(lines));
  const angle = median(good.map(({ quad: [[ax, ay], [bx, by]] }) => Math.atan2(by - ay, bx - ax)));
  const { text, cells } = layOut(good.map((line) => place(line, angle)));
  const words = cells.flatMap(({ content }) => content);
  return {
    width,
    height,
    text,
    words,
    unread: lines.length - good.length,
    confidence: mean(words),
  };
}

/** Which lines of a page were read, not guessed. */
function isUnderstood(lines: readonly Line[]): (line: Line) => boolean {
  const density = ({ text, quad }: Line) => text.length / Math.max(1, shapeOf(quad));
  const long = lines.filter(({ quad }) => shapeOf(quad) > 4);
  const isKnown =
    lines.reduce((sum, { quad }) => sum + shapeOf(quad), 0) < MIN_JUDGED ||
    (mean(lines.flatMap(({ words }) => words)) >= IS_KNOWN &&
      (long.length === 0 || median(long.map(density)) >= IS_DENSE));
  return (line) =>
    line.text.trim() !== '' &&
    (isKnown
      ? line.confidence >= IS_READ
      : line.confidence >= IS_KNOWN && density(line) >= IS_DENSE);
}

async function search(picture: Picture, { detect }: OcrGraphs): Promise<TextMap> {
  const { width, height } = picture;
  const enlarge = Math.max(1, MIN_SEARCH_SIDE / Math.min(width, height));
  const scale = Math.min(enlarge, SEARCH_SIDE / Math.max(width, height));
  const side = (pixels: number) => Math.max(32, Math.round((pixels * scale) / 32) * 32);
  const [mapWidth, mapHeight] = [side(width), side(height)];
  const data = await detect(toPlanes(picture, mapWidth, mapHeight), mapWidth, mapHeight);
  return { data, width: mapWidth, height: mapHeight };
}

/** Lines that are much higher than wide lie on their side: they are read from below. */
function asRead(quad: Quad): Quad {
  if (heightOf(quad) < 1.5 * widthOf(quad)) return quad;
  const [a, b, c, d] = quad;
  return [b, c, d, a];
}

/** Whether a page is upside down. The network for it is often wrong, so where it sees turned lines, the reader decides. */
async function isUpsideDown(
  picture: Picture,
  quads: readonly Quad[],
  graphs: OcrGraphs,
  pause: () => Promise<void>,
): Promise<boolean> {
  const widest = [...quads].sort((a, b) => shapeOf(b) - shapeOf(a)).slice(0, DIRECTION_LINES);
  if (widest.length === 0) return false;
  const size = 3 * DIRECTION_WIDTH * LINE_HEIGHT;
  const planes = new Float32Array(widest.length * size);
  for (const [i, quad] of widest.entries()) {
    const width = Math.min(DIRECTION_WIDTH, Math.ceil(LINE_HEIGHT * shapeOf(quad)));
    drawLine(picture, quad, width, planes.subarray(i * size, (i + 1) * size), DIRECTION_WIDTH);
  }
  const chances = await graphs.direction(planes, widest.length);
  const turned = widest.filter((_, i) => (chances[2 * i + 1] as number) > IS_TURNED);
  if (turned.length < widest.length * MAY_BE_TURNED) return false;
  // Short ones: they cost little, and a few words are enough.
  const lines = widest.slice(-BOTH_WAYS);
  const sure = async (way: readonly Quad[]) =>
    (await readLines(picture, way, graphs, pause)).reduce((sum, line) => sum + line.confidence, 0);
  return (await sure(lines.map(upsideDown))) > (await sure(lines));
}

/** Width by height. */
const shapeOf = (quad: Quad) => widthOf(quad) / Math.max(1, heightOf(quad));

function lineWidthOf(quad: Quad): number {
  const width = Math.max(8, LINE_HEIGHT * shapeOf(quad));
  return Math.min(MAX_LINE_WIDTH, Math.ceil(Math.max(Math.min(width, SHORT), width * NARROWED)));
}

async function readLines(
  picture: Picture,
  quads: readonly Quad[],
  graphs: OcrGraphs,
  pause: () => Promise<void>,
): Promise<Line[]> {
  const lines: Line[] = [];
  const sorted = [...quads].sort((a, b) => lineWidthOf(a) - lineWidthOf(b));
  while (sorted.length > 0) {
    await pause();
    const run: Quad[] = [];
    const width = () => runWidth(lineWidthOf(run.at(-1) as Quad));
    for (let next = sorted[0]; next; next = sorted[0]) {
      if (run.length > 0 && (run.length + 1) * runWidth(lineWidthOf(next)) > RUN_PIXELS) break;
      run.push(sorted.shift() as Quad);
    }
    const size = 3 * width() * LINE_HEIGHT;
    const planes = new Float32Array(run.length * size);
    for (const [i, quad] of run.entries()) {
      drawLine(
        picture,
        quad,
        lineWidthOf(quad),
        planes.subarray(i * size, (i + 1) * size),
        width(),
      );
    }
    const read = await graphs.read(planes, run.length, width());
    for (const [i, quad] of run.entries())
      lines.push(decode(read, i, quad, lineWidthOf(quad) / width(), graphs.characters));
  }
  return lines;
}

/** Few widths: memory for each is planned once. */
const runWidth = (width: number) => Math.max(MIN_LINE_WIDTH, Math.ceil(width / 32) * 32);

/** A character, where it is along its line, and how likely it is. */
interface Character {
  text: string;
  /** A share of the line's length. */
  at: number;
  probability: number;
}

/** One line of a run, by the rule of CTC: repeated characters are one, and number 0 is none. `used`: share of the columns. */
export function decode(
  { ids, probabilities, columns }: LineColumns,
  index: number,
  quad: Quad,
  used: number,
  characters: readonly string[],
): Line {
  const found: Character[] = [];
  let previous = 0;
  for (let column = 0; column < columns; column++) {
    const id = Number(ids[index * columns + column]);
    const text = id === previous ? '' : (characters[id - 1] ?? '');
    previous = id;
    const probability = probabilities[index * columns + column] as number;
    const at = Math.min(1, (column + 0.5) / (columns * used));
    if (text !== '') found.push({ text, at, probability });
  }
  const words = wordsOf(found, quad);
  return { quad, text: words.map(({ text }) => text).join(' '), words, confidence: likely(found) };
}

const likely = (found: readonly Character[]) =>
  found.reduce((sum, { probability }) => sum + probability, 0) / (found.length || 1);

function wordsOf(found: readonly Character[], quad: Quad): PageWord[] {
  const words: PageWord[] = [];
  const parts: Character[][] = [[]];
  for (const character of found) {
    if (character.text.trim() === '') parts.push([]);
    else parts.at(-1)?.push(character);
  }
  for (const part of parts) {
    const [first, last] = [part[0], part.at(-1)];
    if (!first || !last) continue;
    // Half a character on each side of the middles that are known.
    const steps = part.length > 1 ? (last.at - first.at) / (part.length - 1) : 1 / found.length;
    words.push({
      text: part.map(({ text }) => text).join(''),
      confidence: likely(part),
      ...boxOf(quad, Math.max(0, first.at - steps / 2), Math.min(1, last.at + steps / 2)),
    });
  }
  return words;
}

/** The upright box around a part of a line, given as shares of its length. */
function boxOf([a, b, c, d]: Quad, from: number, to: number) {
  const on = ([px, py]: Point, [qx, qy]: Point, t: number): Point => [
    px + (qx - px) * t,
    py + (qy - py) * t,
  ];
  const corners = [on(a, b, from), on(a, b, to), on(d, c, from), on(d, c, to)];
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  const [x, y] = [Math.round(Math.min(...xs)), Math.round(Math.min(...ys))];
  return { x, y, width: Math.round(Math.max(...xs)) - x, height: Math.round(Math.max(...ys)) - y };
}

/** A line on the page as it is read: turned by the angle of its lines. */
function place({ quad, text, words }: Line, angle: number): Cell<PageWord[]> {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const turned = quad.map(([x, y]): Point => [x * cos + y * sin, y * cos - x * sin]);
  const [a, b, c, d] = turned as unknown as Quad;
  const middle = (p: Point, q: Point) => (p[1] + q[1]) / 2;
  const height = Math.min(distance(a, d), distance(b, c));
  const y = (middle(a, c) + middle(b, d)) / 2;
  const [left, right] = [Math.min(a[0], d[0]), Math.max(b[0], c[0])];
  return { text, left, right, top: y - height / 2, bottom: y + height / 2, content: words };
}

/** The confidence of a page: of its words by their length. */
function mean(words: readonly PageWord[]): number {
  const characters = words.reduce((sum, { text }) => sum + text.length, 0);
  return (
    words.reduce((sum, { text, confidence }) => sum + confidence * text.length, 0) /
    (characters || 1)
  );
}
