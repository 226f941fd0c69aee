import { fitColumns, type TextSet, type TextSetVectors } from '#storage/text-set-records.ts';
import {
  amount,
  floats,
  id,
  name,
  optional,
  type RowParser,
  row,
  text,
  time,
  z,
} from './fields.ts';

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
  columnsLeftOut: optional(amount(1_000_000)),
});

/** Columns get the length of the texts; columns above the page's limit are left out and counted. */
export const textSet: RowParser<TextSet> = z.pipe(
  fields,
  z.transform((set) => {
    const { columnsLeftOut = 0, texts, ...others } = set;
    const { columns, leftOut } = fitColumns(texts.length, set.columns);
    const missing = columnsLeftOut + leftOut;
    return {
      ...others,
      texts,
      columns: columns.map(({ name, values }) =>
        values.length === texts.length
          ? { name, values }
          : { name, values: texts.map((_, i) => values[i] ?? '') },
      ),
      ...(missing > 0 ? { columnsLeftOut: missing } : {}),
    };
  }),
);

export const textSetVectors: RowParser<TextSetVectors> = row<TextSetVectors>({
  id,
  setId: id,
  source: name(''),
  size: z.number().check(z.int(), z.minimum(1)),
  data: floats,
}).check(z.refine(({ data, size }) => data.length > 0 && data.length % size === 0));
