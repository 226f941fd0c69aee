import { DocumentError } from './document-error.ts';
import { LIMITS } from './limits.ts';
import { WordLists, wordToText } from './word-text.ts';
import { openFirstEntries } from './zip-entry.ts';

/** The main part, which some programs number, the notes below its pages, the lists, and the styles of paragraphs. */
const PARTS = ['document', 'footnotes', 'endnotes', 'numbering', 'styles'].map(
  (name) => new RegExp(`^word/${name}\\d*\\.xml$`),
);

/** The text of a Word document and of its notes, a line per paragraph. @throws DocumentError */
export async function readDocx(file: File, limit: number): Promise<string> {
  const [main, footnotes = '', endnotes = '', numbering = '', styles = ''] = await readParts(
    file,
  ).catch((error: unknown) => {
    if (error instanceof DocumentError) throw error;
    throw new DocumentError('not-word', { name: file.name });
  });
  if (main === undefined) throw new DocumentError('no-word-text', { name: file.name });
  const lists = new WordLists(numbering, styles);
  return [main, footnotes, endnotes].map((xml) => wordToText(xml, limit, lists)).join('');
}

/** None where the main part is missing, an empty text for another that is. */
async function readParts(file: File): Promise<string[]> {
  const streams = await openFirstEntries(file, PARTS);
  if (!streams[0]) return [];
  const xml: string[] = [];
  for (const stream of streams) xml.push(stream ? await readPart(file, stream) : '');
  return xml;
}

async function readPart(file: File, stream: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  const parts: string[] = [];
  let length = 0;
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > LIMITS.markupCharacters) {
      reader.cancel().catch(() => {});
      throw new DocumentError('unpacks', { name: file.name, max: LIMITS.markupCharacters });
    }
    parts.push(decoder.decode(value, { stream: true }));
  }
  return parts.join('') + decoder.decode();
}
