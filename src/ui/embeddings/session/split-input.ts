import type { InputFile } from '#documents/input-file.ts';
import type { Chunking } from '#documents/split-texts.ts';
import type { Services } from '#ui/services.ts';
import type { Texts } from './text-set-state.ts';

/** How the texts of a file are chosen. */
export interface InputChoice {
  /** Index of the column with the texts. */
  column: number;
  chunking: Chunking;
  /** The model that counts the tokens. */
  model: string;
}

/** The part of a file that the preview splits: characters of a text, rows of a table. */
const SAMPLE_CHARACTERS = 60_000;
const SAMPLE_ROWS = 300;

/** The preview of a file. */
export interface Sample {
  texts: Texts;
  /** Whether it covers the whole file. */
  isWhole: boolean;
}

export async function sampleTexts(
  services: Services,
  file: InputFile,
  choice: InputChoice,
): Promise<Sample> {
  const part = firstPart(file);
  return { texts: await cutTexts(services, part, choice), isWhole: part === file };
}

/** Splits the texts of a file. Every piece of a row repeats the row's other columns. */
export async function cutTexts(
  services: Services,
  file: InputFile,
  { column, chunking, model }: InputChoice,
): Promise<Texts> {
  if (file.kind === 'vectors') return { name: file.name, texts: [], columns: [] };
  const { name, columns } = file.kind === 'table' ? file.table : { name: file.name, columns: [] };
  const values = file.kind === 'table' ? (columns[column]?.values ?? []) : [file.text];
  const { splitInWorker } = await import('#documents/open-document.ts');
  const count = (words: string[]) => services.control((c) => c.countTextTokens(model, words));
  const { texts, rows } = await splitInWorker(name, values, chunking, count);
  return {
    name,
    texts,
    columns: columns
      .filter((_, i) => i !== column)
      .map((c) => ({ name: c.name, values: rows.map((row) => c.values[row] ?? '') })),
  };
}

function firstPart(file: InputFile): InputFile {
  if (file.kind === 'text' && file.text.length > SAMPLE_CHARACTERS)
    return { ...file, text: file.text.slice(0, SAMPLE_CHARACTERS) };
  if (file.kind !== 'table' || (file.table.columns[0]?.values.length ?? 0) <= SAMPLE_ROWS)
    return file;
  const columns = file.table.columns.map(({ name, values }) => {
    return { name, values: values.slice(0, SAMPLE_ROWS) };
  });
  return { ...file, table: { ...file.table, columns } };
}
