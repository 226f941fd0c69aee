import type { InputFile } from '#documents/input-file.ts';
import type { Chunking } from '#documents/split-texts.ts';
import type { Services } from '#ui/services.ts';
import type { Texts } from './embeddings-store.ts';

/** How the texts of a file are chosen. */
export interface InputChoice {
  /** The column of a table that holds them. */
  column: number;
  chunking: Chunking;
  /** Its tokens are counted. */
  model: string;
}

/** What of a file is cut while a person chooses: characters of a text, rows of a table. */
const SAMPLE_CHARACTERS = 60_000;
const SAMPLE_ROWS = 300;

/** A part of a file to look at. */
export interface Sample {
  texts: Texts;
  /** Whether it is all there is. */
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

/** Texts as chosen. Rows of a table keep their columns; a row cut into several gives them to each. */
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
