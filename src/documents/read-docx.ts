import { DocumentError } from './document-error.ts';
import { formatLimit, LIMITS } from './limits.ts';
import { wordToText } from './markup-text.ts';
import { openZipEntry } from './zip-entry.ts';

/** The main part; some programs number it. */
const MAIN_PART = /^word\/document\d*\.xml$/;

/** The text of a Word document, a line per paragraph. @throws DocumentError */
export async function readDocx(file: File, limit: number): Promise<string> {
  const xml = await mainPart(file).catch((error: unknown) => {
    if (error instanceof DocumentError && error.cause === LIMITS) throw error;
    throw new DocumentError(`“${file.name}” is not a Word document, or it is damaged.`);
  });
  if (xml === null) throw new DocumentError(`“${file.name}” has no readable text part.`);
  return wordToText(xml, limit);
}

async function mainPart(file: File): Promise<string | null> {
  const stream = await openZipEntry(file, MAIN_PART);
  if (!stream) return null;
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
