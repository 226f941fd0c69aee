import { catalogue, language } from './catalogue.ts';

/** What the sentences name. */
interface Facts {
  name?: string;
  max?: number;
  line?: number;
  count?: number;
  expected?: number;
  type?: string;
}

type Sentence = (facts: Facts) => string;

/** A limit as people write it: 200,000 and 64 million. */
export function limit(max = 0): string {
  const isLong = max >= 1_000_000;
  const options = { notation: 'compact', compactDisplay: 'long' } as const;
  return new Intl.NumberFormat(language(), isLong ? options : {}).format(max);
}

const NO_FACTS: Required<Facts> = { name: '', max: 0, line: 0, count: 0, expected: 0, type: '<c8' };

const sentence =
  (write: (facts: Required<Facts>) => string): Sentence =>
  (facts) =>
    write({ ...NO_FACTS, ...facts });

/** Why a file could not be read, by the fault. */
export const documentsText = catalogue('documents', {
  empty: sentence(({ name }) => `“${name}” holds no text.`),
  'rich-text': sentence(
    ({ name }) => `“${name}” is a Rich Text file. Save it as a Word document (.docx) first.`,
  ),
  mail: sentence(
    ({ name }) => `“${name}” is a saved email. Save its text as a PDF or a text file first.`,
  ),
  'old-office': sentence(
    ({ name }) =>
      `“${name}” is locked with a password, or of a format before 2007. Save it as .docx, .xlsx or .pptx without a password.`,
  ),
  damaged: sentence(
    ({ name, type }) => `“${name}” is not a file of the type .${type}, or it is damaged.`,
  ),
  'archive-files': sentence(
    ({ name, max }) => `“${name}” has more than ${limit(max)} documents, the limit of an archive.`,
  ),
  'archive-empty': sentence(({ name }) => `“${name}” has no documents or pictures.`),
  locked: sentence(({ name }) => `“${name}” is locked with a password or a licence.`),
  'not-word': sentence(({ name }) => `“${name}” is not a Word document, or it is damaged.`),
  'no-word-text': sentence(({ name }) => `“${name}” has no readable text part.`),
  unpacks: sentence(
    ({ name, max }) => `“${name}” unpacks to more than ${limit(max)} bytes of text, the limit.`,
  ),
  'pdf-size': sentence(
    ({ name, max }) => `“${name}” is over ${limit(max)} bytes, the limit for a PDF.`,
  ),
  'pdf-pictures': sentence(
    ({ name }) => `“${name}” holds no text, and none could be read from its pictures.`,
  ),
  picture: sentence(
    ({ name }) =>
      `This browser cannot open the picture “${name}”. Save it as PNG or JPEG, and try again.`,
  ),
  'picture-size': sentence(
    ({ name, max }) => `“${name}” has more than ${limit(max)} pixels, the limit of a picture.`,
  ),
  pages: sentence(
    ({ name, max }) => `“${name}” has more than ${limit(max)} pages, the limit of such a file.`,
  ),
  'no-words': sentence(({ name }) => `No words were found in “${name}”.`),
  'unread-words': sentence(
    ({ name }) =>
      `“${name}” has words that could not be read: they are unclear, or in a script that Alcove does not read yet.`,
  ),
  'pdf-unpacks': sentence(
    ({ name, max }) => `“${name}” unpacks to more than ${limit(max)} bytes together, the limit.`,
  ),
  'pdf-locked': sentence(({ name }) => `“${name}” is locked with a password.`),
  'pdf-damaged': sentence(({ name }) => `“${name}” is not a PDF, or it is damaged.`),
  rows: sentence(
    ({ name, max }) => `“${name}” has more than ${limit(max)} rows, the limit of a table.`,
  ),
  columns: sentence(
    ({ name, max }) => `“${name}” has more than ${limit(max)} columns, the limit of a table.`,
  ),
  cells: sentence(
    ({ name, max }) => `“${name}” has more than ${limit(max)} cells, the limit of a table.`,
  ),
  characters: sentence(
    ({ name, max }) => `“${name}” has more than ${limit(max)} characters, the limit.`,
  ),
  bytes: sentence(({ name, max }) => `“${name}” has more than ${limit(max)} bytes, the limit.`),
  texts: sentence(
    ({ max }) => `These are more than ${limit(max)} texts, the limit. Choose longer ones.`,
  ),
  'not-json': sentence(({ line }) => `Line ${line} is not JSON.`),
  'too-deep': sentence(() => 'A value is nested too deeply to be shown.'),
  'vector-count': sentence(
    ({ count, expected }) => `There are ${count} vectors for ${expected} texts.`,
  ),
  'vector-list': sentence(({ line }) => `Row ${line} is not a list of numbers.`),
  'vector-length': sentence(
    ({ line, count, expected }) => `Row ${line} has ${count} numbers, the first has ${expected}.`,
  ),
  'vector-number': sentence(({ line }) => `Row ${line} contains a value that is not a number.`),
  moved: sentence(({ name }) => `“${name}” was moved, changed or deleted. Choose it again.`),
  memory: sentence(({ name }) => `“${name}” could not be read: it may need too much memory.`),
  silent: sentence(({ name, max }) => `“${name}” could not be read in ${max} seconds, the limit.`),
  'not-started': sentence(
    () => 'The code that reads PDFs could not be loaded. Check the connection and try again.',
  ),
  unreadable: sentence(({ name }) => `“${name}” could not be read: it is damaged, or too large.`),
  'not-npy': sentence(() => 'The file is not an NPY array.'),
  'npy-header': sentence(() => 'The header of the NPY array is damaged.'),
  'npy-cut': sentence(() => 'The file ends before its last row.'),
  'npy-shape': sentence(() => 'The array must have two dimensions: texts by numbers.'),
  'npy-empty': sentence(() => 'The array is empty.'),
  'npy-records': sentence(() => 'Arrays of records are not read.'),
  'npy-type': sentence(({ type }) => `Numbers of type ${type} are not read.`),
});
