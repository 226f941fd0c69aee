/** A line of text, or a cell of a table, with its place on an upright page. */
export interface Cell<Content = unknown> {
  text: string;
  left: number;
  right: number;
  top: number;
  bottom: number;
  content: Content;
}

/** Spaces between lines and cells, in heights of a line. */
const WORD_GAP = 0.9;
const COLUMN_WIDTH = 7;
/** Lines on each side of a gap between two columns of prose. */
const COLUMN_LINES = 3;
/** How much of a column of prose its lines fill; cells of a table fill less. */
const COLUMN_FILL = 0.65;
/** Lines across both columns, a title or a foot, for each line in them. */
const MAX_CROSSING = 0.34;

/** The text of a page in the order in which it is read, and its cells in that order. */
export function layOut<Content>(cells: readonly Cell<Content>[]): {
  text: string;
  cells: Cell<Content>[];
} {
  const blocks = inColumns(cells, medianHeight(cells), 0);
  return {
    text: blocks
      .map(writeBlock)
      .filter((text) => text !== '')
      .join('\n\n'),
    cells: blocks.flatMap(({ rows }) => rows.flat()),
  };
}

/** Rows of one column, from top to bottom; each from left to right. */
interface Block<Content> {
  rows: Cell<Content>[][];
  /** The height of a line. */
  unit: number;
}

/** Splits cells at the gap between columns of prose; a line across it is read before the lines below. */
function inColumns<Content>(
  cells: readonly Cell<Content>[],
  unit: number,
  depth: number,
): Block<Content>[] {
  if (cells.length === 0) return [];
  const gap = depth < 4 ? findGap(cells, unit) : null;
  if (gap === null) return [{ rows: toRows(cells, unit), unit }];
  const isAcross = ({ left, right }: Cell<Content>) => left < gap && right > gap;
  const across = cells.filter(isAcross).sort(byMiddle);
  const blocks: Block<Content>[] = [];
  let rest = cells.filter((cell) => !isAcross(cell));
  const split = (part: readonly Cell<Content>[]) => {
    for (const side of [
      part.filter(({ right }) => right <= gap),
      part.filter(({ left }) => left >= gap),
    ])
      blocks.push(...inColumns(side, unit, depth + 1));
  };
  for (const rows of toRows(across, unit)) {
    const middle = Math.min(...rows.map(middleOf));
    split(rest.filter((cell) => middleOf(cell) < middle));
    rest = rest.filter((cell) => middleOf(cell) >= middle);
    blocks.push({ rows: [rows], unit });
  }
  split(rest);
  return mergeBlocks(blocks);
}

/** Titles and paragraphs in one row each that follow one another are one block. */
function mergeBlocks<Content>(blocks: readonly Block<Content>[]): Block<Content>[] {
  const merged: Block<Content>[] = [];
  for (const block of blocks) {
    const last = merged.at(-1);
    if (last?.rows.length === 1 && block.rows.length === 1) last.rows.push(...block.rows);
    else if (block.rows.length > 0) merged.push({ ...block });
  }
  return merged;
}

/** Where a gap is that has prose on both sides; null where there is none, as in a table. */
function findGap(cells: readonly Cell[], unit: number): number | null {
  let best: { at: number; across: number; width: number } | null = null;
  for (const { right } of cells) {
    const next = Math.min(...cells.filter(({ left }) => left > right).map(({ left }) => left));
    if (next - right < unit * 0.5) continue;
    const at = (right + next) / 2;
    const sides = [cells.filter((c) => c.right <= at), cells.filter((c) => c.left >= at)] as const;
    const across = cells.length - sides[0].length - sides[1].length;
    if (across > (cells.length - across) * MAX_CROSSING) continue;
    if (!sides.every((side) => isProse(side, unit)) || !areNextToEachOther(...sides)) continue;
    const width = next - right;
    if (best && (best.across < across || (best.across === across && best.width >= width))) continue;
    best = { at, across, width };
  }
  return best?.at ?? null;
}

function isProse(cells: readonly Cell[], unit: number): boolean {
  if (cells.length < COLUMN_LINES) return false;
  const width = Math.max(...cells.map((c) => c.right)) - Math.min(...cells.map((c) => c.left));
  if (width < unit * COLUMN_WIDTH) return false;
  return median(cells.map(({ left, right }) => (right - left) / width)) >= COLUMN_FILL;
}

function areNextToEachOther(left: readonly Cell[], right: readonly Cell[]): boolean {
  const extent = (cells: readonly Cell[]) =>
    [Math.min(...cells.map(({ top }) => top)), Math.max(...cells.map((c) => c.bottom))] as const;
  const [[a, b], [c, d]] = [extent(left), extent(right)];
  return Math.min(b, d) - Math.max(a, c) > Math.min(b - a, d - c) / 2;
}

const middleOf = ({ top, bottom }: Cell) => (top + bottom) / 2;
const byMiddle = (a: Cell, b: Cell) => middleOf(a) - middleOf(b);

/** Cells at one height are a row. */
function toRows<Content>(cells: readonly Cell<Content>[], unit: number): Cell<Content>[][] {
  const rows: Cell<Content>[][] = [];
  for (const cell of [...cells].sort(byMiddle)) {
    const row = rows.at(-1);
    const isSame = row?.some((other) => {
      const shared = Math.min(cell.bottom, other.bottom) - Math.max(cell.top, other.top);
      const lower = Math.min(cell.bottom - cell.top, other.bottom - other.top);
      // Cells one above the other are two rows, however near they are.
      const isAbove = Math.min(cell.right, other.right) - Math.max(cell.left, other.left) > unit;
      return shared > lower * (isAbove ? 0.8 : 0.5);
    });
    if (row && isSame) row.push(cell);
    else rows.push([cell]);
  }
  for (const row of rows) row.sort((a, b) => a.left - b.left);
  return rows;
}

/** Rows as lines; rows of several cells that follow one another are a table in Markdown. */
function writeBlock({ rows, unit }: Block<unknown>): string {
  const step = median(rows.slice(1).map((row, i) => distanceOf(rows[i] ?? [], row)));
  const apart = Math.max(1.4 * step, 1.3 * unit);
  const cells = rows.map((row) => joinNear(row, unit));
  const isWide = (i: number) => (cells[i]?.length ?? 0) > 1;
  const isTable = (i: number) => isWide(i) && (isWide(i - 1) || isWide(i + 1));
  const out: string[] = [];
  for (let i = 0; i < rows.length; i++) {
    const changes = isTable(i) !== isTable(i - 1);
    const isNew = changes || (!isTable(i) && distanceOf(rows[i - 1] ?? [], rows[i] ?? []) > apart);
    if (i > 0 && isNew) out.push('');
    if (!isTable(i)) {
      out.push((cells[i] ?? []).map(({ text }) => text).join(' | '));
      continue;
    }
    let end = i + 1;
    while (isTable(end)) end++;
    out.push(...writeTable(cells.slice(i, end)));
    i = end - 1;
  }
  return out.join('\n');
}

const distanceOf = (above: readonly Cell[], below: readonly Cell[]) =>
  median(below.map(middleOf)) - median(above.map(middleOf));

/** Parts of one line that were found apart are one cell again. */
function joinNear(row: readonly Cell[], unit: number): Cell[] {
  const cells: Cell[] = [];
  for (const cell of row) {
    const last = cells.at(-1);
    if (last && cell.left - last.right < unit * WORD_GAP) {
      last.text += ` ${cell.text}`;
      last.right = Math.max(last.right, cell.right);
    } else cells.push({ ...cell });
  }
  return cells;
}

/** Cells below one another are a column; a row without one has an empty cell there. */
function writeTable(rows: readonly Cell[][]): string[] {
  const columns = columnsOf(rows);
  const written = rows.map((row) => {
    const texts = columns.map(({ left, right }) =>
      row
        .filter(
          (cell) => (cell.left + cell.right) / 2 >= left && (cell.left + cell.right) / 2 <= right,
        )
        .map(({ text }) => text.replaceAll('|', '\\|'))
        .join(' '),
    );
    return `| ${texts.join(' | ')} |`;
  });
  return [...written.slice(0, 1), `|${' --- |'.repeat(columns.length)}`, ...written.slice(1)];
}

/** The columns of a table by the rows that have the most cells: others may go across several. */
function columnsOf(rows: readonly Cell[][]): { left: number; right: number }[] {
  const most = Math.max(...rows.map((row) => row.length));
  const columns: { left: number; right: number }[] = [];
  const full = rows.filter((row) => row.length === most);
  for (const { left, right } of full.flat().sort((a, b) => a.left - b.left)) {
    const last = columns.at(-1);
    if (last && left <= last.right) last.right = Math.max(last.right, right);
    else columns.push({ left, right });
  }
  // A cell between two columns belongs to the nearer one.
  return columns.map(({ left, right }, i) => {
    const [before, after] = [columns[i - 1], columns[i + 1]];
    return {
      left: before ? (before.right + left) / 2 : -Infinity,
      right: after ? (right + after.left) / 2 : Infinity,
    };
  });
}

function medianHeight(cells: readonly Cell[]): number {
  return median(cells.map(({ top, bottom }) => bottom - top)) || 1;
}

/** The middle value; the lower one of two. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[(sorted.length - 1) >> 1] ?? 0;
}
