import { fitColumns, type TextSet } from '#storage/text-set-records.ts';
import type { Texts } from './embeddings-state.ts';

/** Texts as a row of the database, with as many of their columns as fit. `known`: the row that it replaces. */
export function toTextSet(
  { name, texts, columns: all }: Texts,
  known: TextSet | undefined,
  now: number,
): TextSet {
  const { columns, leftOut } = fitColumns(texts.length, all);
  return {
    id: known?.id ?? crypto.randomUUID(),
    name,
    createdAt: known?.createdAt ?? now,
    updatedAt: now,
    texts: [...texts],
    columns: columns.map((c) => ({ name: c.name, values: [...c.values] })),
    ...(leftOut > 0 ? { columnsLeftOut: leftOut } : {}),
  };
}
