import { csvCell, csvFile } from '#transcript-formats/csv-cell.ts';
import { writeNpy } from '#vectors/npy.ts';
import { row, type VectorSet } from '#vectors/vector-set.ts';
import type { Texts } from './text-set-state.ts';

export type VectorFormat = 'csv' | 'jsonl' | 'npy';

export const VECTOR_FORMATS: readonly VectorFormat[] = ['csv', 'jsonl', 'npy'];

/** Rows written at a time, so that memory stays small. */
const STEP = 500;

/** Vectors as the bytes of a file. */
export function writeVectors(format: VectorFormat, texts: Texts, vectors: VectorSet): Blob {
  if (format === 'npy') return new Blob([writeNpy(vectors.data, vectors.size)]);
  const parts: Blob[] = [];
  if (format === 'csv') parts.push(new Blob([csvHead(texts, vectors.size)]));
  for (let i = 0; i < vectors.count; i += STEP) {
    const rows = Array.from({ length: Math.min(STEP, vectors.count - i) }, (_, j) => i + j);
    const write = format === 'csv' ? csvRow : jsonRow;
    parts.push(new Blob([rows.map((at) => write(texts, vectors, at)).join('')]));
  }
  return format === 'csv' ? csvFile(parts) : new Blob(parts, { type: 'text/plain;charset=utf-8' });
}

function csvHead({ columns }: Texts, size: number): string {
  const numbers = Array.from({ length: size }, (_, i) => `v${i}`);
  return `${[...columns.map((c) => csvCell(c.name)), 'text', ...numbers].join(',')}\r\n`;
}

function csvRow({ texts, columns }: Texts, vectors: VectorSet, at: number): string {
  const cells = columns.map((c) => csvCell(c.values[at] ?? ''));
  return `${[...cells, csvCell(texts[at] ?? ''), ...row(vectors, at)].join(',')}\r\n`;
}

function jsonRow({ texts, columns }: Texts, vectors: VectorSet, at: number): string {
  const fields = Object.fromEntries(columns.map((c) => [c.name, c.values[at] ?? '']));
  return `${JSON.stringify({ ...fields, text: texts[at], vector: [...row(vectors, at)] })}\n`;
}
