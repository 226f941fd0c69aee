import { readNpy, VectorFileError } from '#vectors/npy.ts';
import { isNormalised, normalise, toVectorSet, type VectorSet } from '#vectors/vector-set.ts';
import type { Column } from './embeddings-store.ts';

/** A table read from a file: columns of text, each as long. */
export interface Table {
  name: string;
  columns: Column[];
}

/** Texts, a table, or vectors, as a file holds them. */
export type InputFile =
  | { kind: 'text'; name: string; text: string }
  | { kind: 'table'; table: Table; vectors: VectorSet | null }
  | { kind: 'vectors'; name: string; vectors: VectorSet };

/** @throws VectorFileError, or a sentence about what is wrong with the file. */
export async function readInput(file: File): Promise<InputFile> {
  const name = file.name.replace(/\.[^.]+$/, '');
  const extension = file.name.split('.').pop()?.toLowerCase();
  if (extension === 'npy') {
    const { data, size } = readNpy(new Uint8Array(await file.arrayBuffer()));
    return { kind: 'vectors', name, vectors: toVectorSet(data, size) };
  }
  const text = await file.text();
  if (text.includes('\0')) throw new Error(`${file.name} holds no text.`);
  if (extension === 'jsonl' || extension === 'ndjson')
    return withVectors(readJsonLines(name, text));
  if (extension === 'csv' || extension === 'tsv')
    return withVectors(await readCsv(name, text, extension === 'tsv' ? '\t' : ''));
  return { kind: 'text', name, text };
}

async function readCsv(name: string, text: string, delimiter: string): Promise<Table> {
  const { default: Papa } = await import('papaparse');
  const { data } = Papa.parse<string[]>(text, { delimiter, skipEmptyLines: 'greedy' });
  const [head = [], ...rows] = data;
  const columns = head.map((title, i) => ({
    name: title.trim() || `Column ${i + 1}`,
    values: rows.map((row) => row[i] ?? ''),
  }));
  return { name, columns };
}

function readJsonLines(name: string, text: string): Table {
  const rows = text
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .map((line, i) => {
      try {
        const value: unknown = JSON.parse(line);
        return typeof value === 'object' && value !== null ? value : { text: String(value) };
      } catch {
        throw new Error(`Line ${i + 1} is not JSON.`);
      }
    });
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const plain = (value: unknown) => {
    if (value === undefined) return '';
    return typeof value === 'string' ? value : JSON.stringify(value);
  };
  return {
    name,
    columns: names.map((column) => ({
      name: column,
      values: rows.map((row) => plain((row as Record<string, unknown>)[column])),
    })),
  };
}

/** A column of JSON arrays of one length is taken for vectors made elsewhere. */
function withVectors(table: Table): InputFile {
  const found = table.columns.find(
    ({ values }) => values.length > 0 && values.every((v) => /^\s*\[[\s\d.,eE+-]+\]\s*$/.test(v)),
  );
  if (!found) return { kind: 'table', table, vectors: null };
  const rows = found.values.map((value) => JSON.parse(value) as number[]);
  const size = rows[0]?.length ?? 0;
  const odd = rows.findIndex((row) => row.length !== size);
  if (odd >= 0) {
    throw new VectorFileError(
      `Row ${odd + 1} has ${rows[odd]?.length} numbers, the first has ${size}.`,
    );
  }
  const vectors = toVectorSet(Float32Array.from(rows.flat()), size);
  const columns = table.columns.filter((column) => column !== found);
  return { kind: 'table', table: { ...table, columns }, vectors };
}

/** Vectors from a file, checked and of length 1, with a note when they were not. @throws VectorFileError */
export function acceptVectors(
  vectors: VectorSet,
  texts: number,
): { vectors: VectorSet; note: string | null } {
  if (vectors.count !== texts) {
    throw new VectorFileError(`There are ${vectors.count} vectors for ${texts} texts.`);
  }
  const bad = vectors.data.findIndex((x) => !Number.isFinite(x));
  if (bad >= 0) {
    throw new VectorFileError(`Row ${Math.floor(bad / vectors.size) + 1} holds what is no number.`);
  }
  if (isNormalised(vectors)) return { vectors, note: null };
  return {
    vectors: normalise(vectors),
    note: 'The vectors were not of length 1; they were scaled, so scores are cosines.',
  };
}

/** The column that most looks like the texts: the one with the longest values. */
export function likelyColumn({ columns }: Table): number {
  const lengths = columns.map(({ values }) => values.reduce((sum, v) => sum + v.length, 0));
  return Math.max(0, lengths.indexOf(Math.max(...lengths)));
}
