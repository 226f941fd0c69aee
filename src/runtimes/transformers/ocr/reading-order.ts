/** A line of text, or a cell of a table, with its place on an upright page. */
export interface Cell<Content = unknown> {
  text: string;
  left: number;
  right: number;
  top: number;
  bottom: number;
  content: Content;
}

/** Distances in heights of a line. */
const COLUMN_WIDTH = 7;
/** From a line to the next one of its paragraph, and from a paragraph to the next one of its column. */
const LINE_GAP = 0.9;
const PARAGRAPH_GAP = 3;
/** White below a head, and above a foot, of a page. */
const HEAD_GAP = 0.5;
const FOOT_GAP = 0.8;
/** From there to the next row, by the usual distance of a line to the next one: rows of a table may be as far apart as a head is. */
const MARGIN_STEP = 1.5;
/** From a label, such as a bullet, to its text. */
const LABEL_GAP = 2;
/** Share of the lines of a column of prose that have a neighbour where both are columns of a table. */
const ROW_LINES = 0.3;
/** Heights of lines of one text, the larger one by the smaller one. */
const SAME_SIZE = 1.6;
/** How much of a column of prose its lines fill; cells of a table fill less. */
const COLUMN_FILL = 0.65;
/** The same of some lines of it that follow one another. */
const RUN_LINES = 5;
const RUN_FILL = 0.85;
/** All but the last one fill a column of fewer lines: an address and dates next to it are rows. */
const MIN_LINES = 4;
/** Parts whose order is looked for; noise has more. */
const MAX_PARTS = 300;
/** Share of the narrower one of two lines that is above or below the other one where they are of one column. */
const BELOW = 0.5;
/** The same where one is above the other one, whatever they are: titles reach a little into the next column. */
const OVER = 0.25;

/** Cells that are read together: a column of prose, a table, a title. */
interface Group<Content> {
  cells: Cell<Content>[];
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/**
 * The parts of a page in the order in which they are read. Lines that follow one another without a neighbour are a column; what
 * stands next to no column of prose is a row of a table; parts above others come first, and of those next to one another the left
 * one (T. Breuel, High performance document layout analysis, 2003). `unit`: the height of a line.
 */
export function inReadingOrder<Content>(
  cells: readonly Cell<Content>[],
  unit: number,
): Cell<Content>[][] {
  const { head, body, foot } = withoutMargins(cells, unit);
  const lines = stack(
    body.map((cell) => groupOf([cell])),
    unit * LINE_GAP,
  );
  const columns = joinRows(stack(lines, unit * PARAGRAPH_GAP), unit);
  return [head, ...sorted(columns).map((group) => group.cells), foot].filter(
    (part) => part.length > 0,
  );
}

function groupOf<Content>(cells: Cell<Content>[]): Group<Content> {
  return {
    cells,
    left: Math.min(...cells.map(({ left }) => left)),
    right: Math.max(...cells.map(({ right }) => right)),
    top: Math.min(...cells.map(({ top }) => top)),
    bottom: Math.max(...cells.map(({ bottom }) => bottom)),
  };
}

/** The first and the last row of a page where more white is next to them than between others: running titles and numbers of pages. */
function withoutMargins<Content>(cells: readonly Cell<Content>[], unit: number) {
  const step = median(cells.flatMap((cell) => stepBelow(cell, cells)));
  const byTop = [...cells].sort((a, b) => a.top - b.top);
  const upper = withoutRow(cells, byTop[0], unit * HEAD_GAP, step);
  const byBottom = [...upper.others].sort((a, b) => a.bottom - b.bottom);
  const lower = withoutRow(upper.others, byBottom.at(-1), unit * FOOT_GAP, step);
  return { head: upper.row, body: lower.others, foot: lower.row };
}

/** From a line to the nearest one below it. */
function stepBelow(cell: Cell, cells: readonly Cell[]): number[] {
  const isBelow = (other: Cell) => sharedWidth(cell, other) > OVER && isClearlyAbove(cell, other);
  const steps = cells.filter(isBelow).map((other) => middleOf(other) - middleOf(cell));
  return steps.length > 0 ? [Math.min(...steps)] : [];
}

/** Takes out the row of a cell where so much white is above and below it. */
function withoutRow<Content>(
  cells: readonly Cell<Content>[],
  edge: Cell<Content> | undefined,
  white: number,
  step: number,
) {
  const none = { row: [], others: [...cells] };
  if (!edge) return none;
  const row = rowAt(edge, cells);
  const others = cells.filter((cell) => !row.includes(cell));
  const { top, bottom } = groupOf(row);
  const isApart = (cell: Cell) =>
    (cell.top > bottom + white || cell.bottom < top - white) &&
    Math.abs(middleOf(cell) - (top + bottom) / 2) > step * MARGIN_STEP;
  if (others.length === 0 || !others.every(isApart)) return none;
  const distance = (cell: Cell) => Math.abs(middleOf(cell) - middleOf(edge));
  const [next = edge] = others.sort((a, b) => distance(a) - distance(b));
  return isTableRow(row, rowAt(next, others)) ? none : { row, others };
}

const rowAt = <Content>(edge: Cell, cells: readonly Cell<Content>[]) =>
  cells.filter(({ top, bottom }) => top < edge.bottom && bottom > edge.top);

/** Whether each cell of a row is in a column of the next row, and lines of prose do not fill that one. */
function isTableRow(row: readonly Cell[], next: readonly Cell[]): boolean {
  const { left, right } = groupOf([...next]);
  const filled = next.reduce((sum, cell) => sum + widthOf(cell), 0);
  if (row.length < 2 || filled >= (right - left) * COLUMN_FILL) return false;
  const columns = row.map((cell) => next.findIndex((other) => sharedWidth(cell, other) > BELOW));
  return !columns.includes(-1) && new Set(columns).size === row.length;
}

type Box = Pick<Cell, 'left' | 'right' | 'top' | 'bottom'>;

/** Of the narrower one of two; 0 and less where one is left of the other. */
const sharedWidth = (a: Box, b: Box) =>
  (Math.min(a.right, b.right) - Math.max(a.left, b.left)) /
  Math.max(1, Math.min(a.right - a.left, b.right - b.left));
const isSameSize = (a: Cell, b: Cell) => {
  const [one, other] = [a.bottom - a.top, b.bottom - b.top];
  return Math.max(one, other) < SAME_SIZE * Math.min(one, other);
};
const middleOf = ({ top, bottom }: Box) => (top + bottom) / 2;
const isAbove = (a: Box, b: Box) => middleOf(a) < middleOf(b);

/** A box is larger than its line: the boxes of a line and the next one may overlap. */
const isClearlyAbove = (a: Box, b: Box) =>
  Math.min(b.bottom - a.bottom, b.top - a.top) > Math.min(a.bottom - a.top, b.bottom - b.top) / 2;

/** Joins a part and the next one below, where neither has another one there. */
function stack<Content>(parts: readonly Group<Content>[], distance: number): Group<Content>[] {
  const near = (a: Box, b: Box) =>
    isClearlyAbove(a, b) && b.top - a.bottom < distance && sharedWidth(a, b) > BELOW;
  const below = parts.map((part) => nearest(parts, (other) => near(part, other), 'top'));
  const above = parts.map((part) => nearest(parts, (other) => near(other, part), 'bottom'));
  const next = parts.map((part, i) => {
    const [only, another] = below[i] ?? [];
    const at = only && !another ? parts.indexOf(only) : -1;
    const isOneToOne = only && above[at]?.length === 1 && above[at][0] === part;
    return isOneToOne && isSameSize(part.cells.at(-1) as Cell, only.cells[0] as Cell) ? at : null;
  });
  const joined: Group<Content>[] = [];
  for (const [i, part] of parts.entries()) {
    if (next.includes(i)) continue;
    const cells = [...part.cells];
    for (let at = next[i] ?? null; at !== null; at = next[at] ?? null)
      cells.push(...(parts[at]?.cells ?? []));
    joined.push(groupOf(cells));
  }
  return joined;
}

/** The parts on one side of another one: those behind a nearer one are left out. */
function nearest<Content>(
  parts: readonly Group<Content>[],
  isThere: (part: Group<Content>) => boolean,
  side: 'top' | 'bottom',
): Group<Content>[] {
  const there = parts.filter(isThere);
  const isHidden = (part: Box) =>
    there.some((other) => {
      if (other === part || sharedWidth(other, part) <= OVER) return false;
      return side === 'top' ? isClearlyAbove(other, part) : isClearlyAbove(part, other);
    });
  return there.filter((part) => !isHidden(part));
}

/** Whether lines fill their column: all of them, or some that follow one another, as where a picture is next to the others. */
function isProse({ cells, left, right }: Group<unknown>, unit: number): boolean {
  if (cells.length < MIN_LINES) return false;
  const isFull = (cell: Cell) => widthOf(cell) >= (right - left) * RUN_FILL;
  if (cells.length < RUN_LINES && !cells.slice(0, -1).every(isFull)) return false;
  const fills = (part: readonly Cell[], width: number, share: number) =>
    width >= unit * COLUMN_WIDTH && median(part.map(widthOf)) >= width * share;
  if (fills(cells, right - left, COLUMN_FILL)) return true;
  return cells.some((_, i) => {
    const part = cells.slice(i, i + RUN_LINES);
    return part.length === RUN_LINES && fills(part, Math.max(...part.map(widthOf)), RUN_FILL);
  });
}

const widthOf = ({ left, right }: Cell) => right - left;

/** Joins parts next to one another into rows, the nearest first, but never two columns of prose. */
function joinRows<Content>(parts: readonly Group<Content>[], unit: number): Group<Content>[] {
  const prose = new Set(parts.filter((part) => isProse(part, unit)));
  const groups = new Map(parts.map((part) => [part, new Set([part])]));
  const hasProse = (group: ReadonlySet<Group<Content>>) =>
    [...group].some((part) => prose.has(part));
  // A caption at the height of one line does not belong to a table.
  const isRow = ({ left, right, gap, lines }: Neighbours<Content>) =>
    gap < unit * LABEL_GAP ||
    [left, right].every((part) => !prose.has(part) || lines >= part.cells.length * ROW_LINES);
  const pairs = neighboursOf(parts).filter(isRow);
  for (const { left, right } of pairs.sort((a, b) => a.gap - b.gap)) {
    const [one, other] = [groups.get(left), groups.get(right)];
    if (!one || !other || one === other || (hasProse(one) && hasProse(other))) continue;
    for (const part of other) groups.set(part, one.add(part));
  }
  return [...new Set(groups.values())].map((group) =>
    groupOf([...group].flatMap(({ cells }) => cells)),
  );
}

/** Two parts next to each other, the smallest gap between them, and at how many lines they are neighbours. */
interface Neighbours<Content> {
  left: Group<Content>;
  right: Group<Content>;
  gap: number;
  lines: number;
}

function neighboursOf<Content>(parts: readonly Group<Content>[]): Neighbours<Content>[] {
  const all = parts.flatMap((part) => part.cells.map((cell) => ({ cell, part })));
  const cells = all.map(({ cell }) => cell);
  const owner = new Map(all.map(({ cell, part }) => [cell, part]));
  const found: Neighbours<Content>[] = [];
  for (const { cell, part: left } of all) {
    const next = nextOnRow(cell, cells);
    const right = next && owner.get(next);
    if (!right || right === left || !isSameSize(cell, next)) continue;
    const gap = next.left - cell.right;
    const known = found.find((pair) => pair.left === left && pair.right === right);
    if (known) Object.assign(known, { gap: Math.min(gap, known.gap), lines: known.lines + 1 });
    else found.push({ left, right, gap, lines: 1 });
  }
  return found;
}

/** The nearest cell to the right at the same height. */
function nextOnRow<Content>(cell: Cell<Content>, all: readonly Cell<Content>[]) {
  let next: Cell<Content> | null = null;
  for (const other of all) {
    const shared = Math.min(cell.bottom, other.bottom) - Math.max(cell.top, other.top);
    const height = Math.min(cell.bottom - cell.top, other.bottom - other.top);
    const isRight =
      other !== cell && other.left >= cell.right - height / 2 && other.left > cell.left;
    if (isRight && shared > height / 2 && (!next || other.left < next.left)) next = other;
  }
  return next;
}

/** Groups so that each comes after all that are read before it; of those that may come next, the upper one. */
function sorted<Content>(groups: readonly Group<Content>[]): Group<Content>[] {
  const rest = [...groups].sort((a, b) => a.top - b.top);
  if (rest.length > MAX_PARTS) return rest;
  const before = new Map(
    rest.map((group) => [group, rest.filter((other) => isBefore(other, group, rest))]),
  );
  const order: Group<Content>[] = [];
  while (rest.length > 0) {
    const isFree = (group: Group<Content>) => !before.get(group)?.some((one) => rest.includes(one));
    const [next] = rest.splice(Math.max(0, rest.findIndex(isFree)), 1);
    if (next) order.push(next);
  }
  return order;
}

function isBefore(a: Box, b: Box, all: readonly Box[]): boolean {
  if (a === b) return false;
  if (sharedWidth(a, b) > OVER) return isAbove(a, b);
  if (a.left > b.left) return false;
  // A part across both, and between them, is read after the upper one and before the lower one.
  const [upper, lower] = isAbove(a, b) ? [a, b] : [b, a];
  return !all.some(
    (part) =>
      part.top >= upper.bottom - 1 &&
      part.bottom <= lower.top + 1 &&
      sharedWidth(part, a) > OVER &&
      sharedWidth(part, b) > OVER,
  );
}

/** The middle value; the lower one of two. */
export function median(values: readonly number[]): number {
  const sortedValues = [...values].sort((a, b) => a - b);
  return sortedValues[(sortedValues.length - 1) >> 1] ?? 0;
}
