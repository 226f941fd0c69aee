import type { AlcoveDatabase } from '#storage/database.ts';
import { fitColumns, MAX_SET_CELLS, type TextSet as Row } from '#storage/text-set-records.ts';
import { TextSets } from '#storage/text-sets.ts';
import { formatCount } from '#ui/kit/format.ts';
import { embeddingsText } from '#ui/messages/embeddings.ts';
import type { VectorSet } from '#vectors/vector-set.ts';
import { nameOf, type Stored, type Texts } from './text-set-state.ts';

/** Whether two sets have the same texts and columns; their names may differ. */
export function hasSameTexts(a: Texts, b: Texts): boolean {
  const isSame = (x: readonly string[], y: readonly string[]) =>
    x === y || (x.length === y.length && x.every((value, i) => value === y[i]));
  return (
    isSame(a.texts, b.texts) &&
    a.columns.length === b.columns.length &&
    a.columns.every(({ name, values }, i) => {
      const other = b.columns[i];
      return other?.name === name && isSame(values, other.values);
    })
  );
}

interface Contents {
  texts: Texts;
  vectors: VectorSet | null;
  source: string;
}

/**
 * Stores texts with their vectors, in the row of `known` only while that holds the same texts and no other tab has
 * saved or deleted it: otherwise in a row of their own. `notice`: a sentence for the person.
 */
export async function storeTextSet(
  database: AlcoveDatabase,
  { texts, vectors, source }: Contents,
  known: Stored | null,
  now: number,
): Promise<{ stored: Stored; notice: string }> {
  const sets = new TextSets(database);
  const { textSets, textSetVectors } = database;
  const row = await database.transaction('rw', textSets, textSetVectors, async () => {
    const old = known && hasSameTexts(known.texts, texts) ? await sets.get(known.id) : undefined;
    const next = toRow(texts, old?.updatedAt === known?.updatedAt ? old : undefined, now);
    await sets.save(next, vectors && { source, size: vectors.size, data: vectors.data });
    return next;
  });
  const isOther = known !== null && row.id !== known.id;
  const sentence = isOther ? embeddingsText.savedAsNew : embeddingsText.saved;
  const leftOut = describeLeftOut(row.columnsLeftOut);
  return {
    stored: { id: row.id, updatedAt: row.updatedAt, texts, vectors },
    notice: [sentence(nameOf(row)), ...(leftOut ? [leftOut] : [])].join(' '),
  };
}

/** Reads a stored set. @returns null when there is none. */
export async function readTextSet(
  database: AlcoveDatabase,
  id: string,
): Promise<{ stored: Stored; source: string; note: string | null } | null> {
  const sets = new TextSets(database);
  const { textSets, textSetVectors } = database;
  const [row, found] = await database.transaction('r', textSets, textSetVectors, () =>
    Promise.all([sets.get(id), sets.vectors(id)]),
  );
  if (!row) return null;
  const { name, texts, columns, updatedAt } = row;
  const vectors = found
    ? { data: found.data, size: found.size, count: found.data.length / found.size }
    : null;
  return {
    stored: { id, updatedAt, texts: { name, texts, columns }, vectors },
    source: found?.source ?? '',
    note: describeLeftOut(row.columnsLeftOut),
  };
}

/** Columns past the limit are not in a stored set; null where there are none. */
function describeLeftOut(count = 0): string | null {
  return count === 0 ? null : embeddingsText.columnsLeftOut(count, formatCount(MAX_SET_CELLS));
}

/** Texts as a row of the database, with as many of their columns as fit. `known`: the row that it replaces. */
function toRow({ name, texts, columns: all }: Texts, known: Row | undefined, now: number): Row {
  const { columns, leftOut } = fitColumns(texts.length, all);
  return {
    id: known?.id ?? crypto.randomUUID(),
    name,
    createdAt: known?.createdAt ?? now,
    // Two saves in one millisecond have different times.
    updatedAt: Math.max(now, (known?.updatedAt ?? 0) + 1),
    texts: [...texts],
    columns: columns.map((c) => ({ name: c.name, values: [...c.values] })),
    ...(leftOut > 0 ? { columnsLeftOut: leftOut } : {}),
  };
}
