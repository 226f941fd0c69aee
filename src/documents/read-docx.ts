import { DocumentError } from './document-error.ts';
import { formatLimit, LIMITS } from './limits.ts';
import { wordToText } from './markup-text.ts';
import { openZipEntries } from './zip-entry.ts';

/** The main part, which some programs number, and the notes below its pages. */
const PARTS = [/^word\/document\d*\.xml$/, /^word\/footnotes\d*\.xml$/, /^word\/endnotes\d*\.xml$/];

/** The text of a Word document and of its notes, a line per paragraph. @throws DocumentError */
export async function readDocx(file: File, limit: number): Promise<string> {
  const parts = await readParts(file).catch((error: unknown) => {
    if (error instanceof DocumentError && error.cause === LIMITS) throw error;
    throw new DocumentError(`“${file.name}” is not a Word document, or it is damaged.`);
  });
  if (parts.length === 0) throw new DocumentError(`“${file.name}” has no readable text part.`);
  return parts.map((xml) => wordToText(xml, limit)).join('');
}

/** None where the main part is missing. */
async function readParts(file: File): Promise<string[]> {
  const [main, ...notes] = await openZipEntries(file, PARTS);
  if (!main) return [];
  const xml: string[] = [];
  for (const stream of [main, ...notes]) if (stream) xml.push(await readPart(file, stream));
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
      const max = formatLimit(LIMITS.markupCharacters);
      const says = `“${file.name}” unpacks to more than ${max} bytes of text, the limit.`;
      throw new DocumentError(says, { cause: LIMITS });
    }
    parts.push(decoder.decode(value, { stream: true }));
  }
  return parts.join('') + decoder.decode();
}
