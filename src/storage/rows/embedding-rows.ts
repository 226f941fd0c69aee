import type { TextSet, TextSetVectors } from '#storage/text-set-records.ts';
import { floats, id, name, type RowParser, row, text, time, z } from './fields.ts';

/** Strings by position: a wrong one becomes empty, as the others must stay in their places. */
const strings = z.catch(z.array(text()), []);

const columns = z.pipe(
  z.catch(z.array(z.unknown()), []),
  z.transform((values) => {
    const column = z.object({ name: name('Column'), values: strings });
    return values.flatMap((value) => column.safeParse(value).data ?? []);
  }),
);

const fields: RowParser<TextSet> = row<TextSet>({
  id,
  name: name('Texts'),
  createdAt: time(),
  updatedAt: time(),
  texts: strings,
  columns,
});

/** Cells of all columns: a set of many texts has fewer columns. */
const MAX_CELLS = 5_000_000;

/** Columns get the length of the texts; those past what a page can hold are left out. */
export const textSet: RowParser<TextSet> = z.pipe(
  fields,
  z.transform((set) => ({
    ...set,
    columns: set.columns
      .slice(0, MAX_CELLS / Math.max(1, set.texts.length))
      .map(({ name, values }) =>
        values.length === set.texts.length
          ? { name, values }
          : { name, values: set.texts.map((_, i) => values[i] ?? '') },
      ),
  })),
);

export const textSetVectors: RowParser<TextSetVectors> = row<TextSetVectors>({
  id,
  setId: id,
  source: name(''),
  size: z.number().check(z.int(), z.minimum(1)),
  data: floats,
}).check(z.refine(({ data, size }) => data.length > 0 && data.length % size === 0));
