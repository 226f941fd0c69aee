import type { VectorSet } from '#vectors/vector-set.ts';
import { DocumentError } from './document-error.ts';
import type { Table } from './read-table.ts';

/** Vectors of a file with length 1, and a note when they had another. */
export interface FileVectors extends VectorSet {
  note: string | null;
}

/** Texts, a table, or vectors, as a file holds them. */
export type InputFile =
  | { kind: 'text'; name: string; text: string }
  | { kind: 'table'; table: Table; vectors: FileVectors | null }
  | { kind: 'vectors'; name: string; vectors: FileVectors };

/** @throws DocumentError when the vectors are not one per text. */
export function requireVectorFor({ count }: VectorSet, texts: number): void {
  if (count !== texts) throw new DocumentError('vector-count', { count, expected: texts });
}

/** The column that most looks like the texts: the one with the longest values. */
export function likelyColumn({ columns }: Table): number {
  const lengths = columns.map(({ values }) => values.reduce((sum, v) => sum + v.length, 0));
  return Math.max(0, lengths.indexOf(Math.max(...lengths)));
}
