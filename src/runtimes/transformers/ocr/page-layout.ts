import { type Cell, inReadingOrder, median } from './reading-order.ts';

/** Spaces between words, in heights of a line. */
const WORD_GAP = 0.9;

/** The text of a page in the order in which it is read, and its cells in that order. */
export function layOut<Content>(cells: readonly Cell<Content>[]): {
  text: string;
  cells: Cell<Content>[];
} {
  const unit = medianHeight(cells);
  const parts = inReadingOrder(cells, unit);
  const blocks = mergeBlocks(parts.map((part) => ({ rows: toRows(part, unit), unit })));
  return {
    text: blocks
      .map(writeBlock)
      .filter((text) => text !== '')
      .join('\n\n'),
    cells: blocks.flatMap(({ rows }) => rows.flat()),
  };
}

/** Rows of one part, from top to bottom; each from left to right. */
interface Block<Content> {
  rows: Cell<Content>[][];
  /** The height of a line. */
  unit: number;
}

/** Titles and paragraphs in one row each that follow one another are one block. */
function mergeBlocks<Content>(blocks: readonly Block<Content>[]): Block<Content>[] {
  const merged: Block<Content>[] = [];
  for (const block of blocks) {
    const last = merged.at(-1);
    if (last?.rows.length === 1 && block.rows.length === 1) last.rows.push(...block.rows);
    else merged.push({ ...block });
  }
  return merged;
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
