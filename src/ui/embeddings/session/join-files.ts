import { type InputFile, likelyColumn } from '#documents/input-file.ts';
import type { Column } from '#documents/read-table.ts';
import { embeddingsText } from '#ui/messages/embeddings.ts';

/** A file that was read, with its name in full. */
export interface ReadFile {
  name: string;
  input: InputFile;
}

/**
 * Several files as one table: their texts, the file of each, and the columns of tables by name. Files of vectors alone
 * have no texts and are left out. The column of files comes second.
 */
export function joinFiles(files: readonly ReadFile[]): Extract<InputFile, { kind: 'table' }> {
  const texts: string[] = [];
  const names: string[] = [];
  const others = new Map<string, string[]>();
  for (const { name, input } of files) {
    const { values, columns } = textsOf(input);
    for (const column of columns) {
      const known = others.get(column.name) ?? [];
      // Rows of files that lack the column are empty in it.
      others.set(column.name, padded(known, texts.length).concat(column.values));
    }
    for (const value of values) {
      texts.push(value);
      names.push(name);
    }
  }
  return {
    kind: 'table',
    table: {
      name: embeddingsText.countFiles(files.length),
      hasHead: null,
      columns: [
        { name: embeddingsText.text, values: texts },
        { name: embeddingsText.fileColumn, values: names },
        ...[...others].map(([name, values]) => ({ name, values: padded(values, texts.length) })),
      ],
    },
    vectors: null,
  };
}

const padded = (values: string[], length: number) =>
  values.concat(new Array<string>(length - values.length).fill(''));

/** The texts of one file, and its other columns under names that ours do not have. */
function textsOf(input: InputFile): { values: readonly string[]; columns: Column[] } {
  if (input.kind === 'vectors') return { values: [], columns: [] };
  if (input.kind === 'text') return { values: [input.text], columns: [] };
  const at = likelyColumn(input.table);
  const own = [embeddingsText.text, embeddingsText.fileColumn];
  const columns = input.table.columns
    .filter((_, i) => i !== at)
    .map(({ name, values }) => ({ name: own.includes(name) ? `${name} (2)` : name, values }));
  return { values: input.table.columns[at]?.values ?? [], columns };
}
