import { unmarkFormula } from '#transcript-formats/csv-cell.ts';
import { readNpy } from '#vectors/npy.ts';
import { isNormalised, normalise, toVectorSet, type VectorSet } from '#vectors/vector-set.ts';
import { DocumentError } from './document-error.ts';
import type { FileVectors, InputFile } from './input-file.ts';
import { extensionOf } from './is-document.ts';
import { LIMITS } from './limits.ts';
import { readJson } from './read-json.ts';
import { type Column, readCsv, type Table } from './read-table.ts';
import { readText, requireProse } from './read-text.ts';

/** Reads texts to embed, or vectors. Runs in a worker. @throws DocumentError, VectorFileError */
export async function readInput(file: File): Promise<InputFile> {
  const name = file.name.replace(/\.[^.]+$/, '');
  const extension = extensionOf(file.name);
  if (extension === 'npy') {
    requireSize(file, LIMITS.vectorBytes);
    const { data, size } = readNpy(new Uint8Array(await file.arrayBuffer()));
    return { kind: 'vectors', name, vectors: accept(toVectorSet(data, size)) };
  }
  const { text, isCut } = await readText(file, LIMITS.tableCharacters);
  if (isCut) {
    throw new DocumentError('characters', { name: file.name, max: LIMITS.tableCharacters });
  }
  if (text.includes('\0')) throw new DocumentError('empty', { name: file.name });
  requireProse(file.name, text);
  if (extension === 'json' || extension === 'jsonl' || extension === 'ndjson') {
    const columns = readJson(file.name, text, extension !== 'json');
    if (columns) return withVectors({ name, columns, hasHead: null });
  }
  if (extension === 'csv' || extension === 'tsv') {
    const { columns, hasHead } = readCsv(file.name, text, extension === 'tsv' ? '\t' : null);
    const own = isOwnExport(columns) ? columns.map(unmark) : columns;
    return withVectors({ name, columns: own, hasHead });
  }
  if (text.trim() === '') throw new DocumentError('empty', { name: file.name });
  return { kind: 'text', name, text };
}

/** Whether a table is one that we exported: it ends with the text and the numbers of its vector. */
function isOwnExport(columns: readonly Column[]): boolean {
  const first = columns.findIndex(({ name }) => name === 'v0');
  return (
    columns[first - 1]?.name === 'text' &&
    columns.slice(first).every(({ name }, i) => name === `v${i}`)
  );
}

/** Removes the apostrophes that the export puts before possible formulas. */
const unmark = ({ name, values }: Column): Column => ({
  name: unmarkFormula(name),
  values: values.map(unmarkFormula),
});

function requireSize(file: File, max: number): void {
  if (file.size > max) throw new DocumentError('bytes', { name: file.name, max });
}

/** A column of lists of numbers counts as vectors made elsewhere: the longest, where there are several. */
function withVectors(table: Table): InputFile {
  const hasOthers = table.columns.length > 1;
  let found: Column | null = null;
  let size = 0;
  for (const column of table.columns) {
    const own = vectorSize(column, hasOthers);
    if (own > size) [found, size] = [column, own];
  }
  if (!found) return { kind: 'table', table, vectors: null };
  const vectors = accept(parseVectors(found.values));
  const columns = table.columns.filter((column) => column !== found);
  return { kind: 'table', table: { ...table, columns }, vectors };
}

const LIST = /^\s*\[[\s\d.,eE+-]+\]\s*$/;

/** Characters of the longest vector: models have at most some thousand numbers. */
const MAX_VECTOR_CHARACTERS = 1_000_000;

const isList = (value: string) => value.length <= MAX_VECTOR_CHARACTERS && LIST.test(value);

/** Numbers of the first vector of a column; 0 for a column that holds none. */
function vectorSize({ values }: Column, hasOthers: boolean): number {
  const [first] = values;
  if (first === undefined || !values.every(isList)) return 0;
  const size = numbersOf(first)?.length ?? 0;
  // A number alone has no direction: it is a label or a footnote.
  if (size < 2) return 0;
  // Lists of labels: whole numbers, as many as a text has.
  const isLabels = hasOthers && values.every((value) => !/[.eE]/.test(value));
  return isLabels && values.some((value) => numbersOf(value)?.length !== size) ? 0 : size;
}

/** The numbers of a list in JSON, or without commas as numpy writes it; null when it is neither. */
function numbersOf(text: string): number[] | null {
  try {
    return JSON.parse(text.includes(',') ? text : addCommas(text)) as number[];
  } catch {
    return null;
  }
}

/** `[0.5 1. -2.]` as JSON. */
const addCommas = (text: string) =>
  text.replace(/(?<=\d)\.(?!\d)/g, '').replace(/(?<=\d)\s+(?=[-\d])/g, ',');

function parseVectors(values: readonly string[]): VectorSet {
  let data: Float32Array | null = null;
  let size = 0;
  for (const [i, value] of values.entries()) {
    const row = numbersOf(value);
    if (!row) throw new DocumentError('vector-list', { line: i + 1 });
    size ||= row.length;
    if (row.length !== size) {
      const facts = { line: i + 1, count: row.length, expected: size };
      throw new DocumentError('vector-length', facts);
    }
    data ??= new Float32Array(size * values.length);
    data.set(row, i * size);
  }
  return toVectorSet(data ?? new Float32Array(0), size);
}

/** @throws DocumentError for a value that is not a number. */
function accept(vectors: VectorSet): FileVectors {
  const bad = vectors.data.findIndex((x) => !Number.isFinite(x));
  if (bad >= 0) {
    throw new DocumentError('vector-number', { line: Math.floor(bad / vectors.size) + 1 });
  }
  if (isNormalised(vectors)) return { ...vectors, note: null };
  const note = 'The vectors were not of length 1; they were scaled, so scores are cosines.';
  return { ...normalise(vectors), note };
}
