import { DocumentError } from './document-error.ts';
import { htmlToText } from './html-text.ts';
import { extensionOf } from './is-document.ts';
import { formatLimit, LIMITS } from './limits.ts';
import { readText, requireProse } from './read-text.ts';

/** The text of a document, with notes for the person. */
export interface DocumentText {
  text: string;
  /** Set where only a part was read. */
  note: string | null;
}

/**
 * Reads a document's text. Nothing in it is run or fetched. Runs in a worker: `onProgress` says that
 * it is alive.
 * @throws DocumentError when it holds no text, exceeds a limit, or does not match its extension.
 */
export async function readDocument(file: File, onProgress: () => void): Promise<DocumentText> {
  const limit = LIMITS.documentCharacters;
  const { text, isCut } = await read(file, limit, onProgress);
  const plain = text.replaceAll('\u0000', '').slice(0, limit);
  if (plain.trim() === '') throw new DocumentError('empty', { name: file.name });
  const note = `Only the first ${formatLimit(limit)} characters of “${file.name}” are read: that is the limit.`;
  return { text: plain, note: isCut || text.length > limit ? note : null };
}

async function read(file: File, limit: number, onProgress: () => void) {
  switch (extensionOf(file.name)) {
    case 'pdf': {
      const { readPdf } = await import('./read-pdf.ts');
      return { text: await readPdf(file, limit, onProgress), isCut: false };
    }
    case 'docx': {
      const { readDocx } = await import('./read-docx.ts');
      return { text: await readDocx(file, limit), isCut: false };
    }
    case 'html':
    case 'htm':
    case 'xhtml': {
      const { text, isCut } = await readText(file, LIMITS.markupCharacters);
      return { text: htmlToText(text, limit), isCut };
    }
    default: {
      const read = await readText(file, limit);
      requireProse(file.name, read.text);
      return read;
    }
  }
}
