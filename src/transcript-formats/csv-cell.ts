/** A text that a spreadsheet would run as a formula, or that looks like one we have marked. */
const FORMULA = /^'*[=+\-@\t\r]/;
const NUMBER = /^[+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i;

/** A CSV file. Excel reads one without a byte order mark in the code page of the system, and shows umlauts as garbage. */
export const csvFile = (parts: readonly BlobPart[]): Blob =>
  new Blob(['\ufeff', ...parts], { type: 'text/csv;charset=utf-8' });

/** A cell of a CSV file, quoted where needed. A text that looks like a formula gets an apostrophe before it. */
export function csvCell(text: string): string {
  const safe = markFormula(text);
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const markFormula = (text: string): string =>
  FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;

/** The text that `csvCell` was given, from a cell as a reader of CSV gives it. */
export function unmarkFormula(cell: string): string {
  const text = cell.slice(1);
  return cell.startsWith("'") && markFormula(text) === cell ? text : cell;
}
