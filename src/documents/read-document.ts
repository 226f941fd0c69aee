import { pictureSize } from '#base/picture-size.ts';
import { DocumentError } from './document-error.ts';
import { htmlToText } from './html-text.ts';
import { extensionOf, isPicture } from './is-document.ts';
import { formatLimit, LIMITS } from './limits.ts';
import { type DocumentPage, type ReadPicture, stateOf } from './page-text.ts';
import { readText, requireProse } from './read-text.ts';

/** The text of a document, with notes for the person. */
export interface DocumentText {
  text: string;
  /** Set where only a part was read. */
  note: string | null;
  /** What became of each page, where it has pages. */
  pages?: DocumentPage[];
}

/**
 * Reads a document's text. Nothing in it is run or fetched. Runs in a worker: `onProgress` says that
 * it is alive. `readPicture`: reads pages that are pictures; null where no model can.
 * @throws DocumentError when it holds no text, exceeds a limit, or does not match its extension.
 */
export async function readDocument(
  file: File,
  onProgress: () => void,
  readPicture: ReadPicture | null = null,
): Promise<DocumentText> {
  const limit = LIMITS.documentCharacters;
  const { text, isCut, pages } = await read(file, limit, onProgress, readPicture);
  const plain = text.replaceAll('\u0000', '').slice(0, limit);
  if (plain.trim() === '') throw new DocumentError('empty', { name: file.name });
  const note = `Only the first ${formatLimit(limit)} characters of “${file.name}” are read: that is the limit.`;
  const cut = isCut || text.length > limit ? note : null;
  return { text: plain, note: cut, ...(pages ? { pages } : {}) };
}

interface Part {
  text: string;
  isCut: boolean;
  pages?: DocumentPage[];
}

async function read(
  file: File,
  limit: number,
  onProgress: () => void,
  readPicture: ReadPicture | null,
): Promise<Part> {
  if (isPicture(file.name)) return readOnePicture(file, readPicture);
  switch (extensionOf(file.name)) {
    case 'pdf': {
      const { readPdf } = await import('./read-pdf.ts');
      return { ...(await readPdf(file, limit, onProgress, readPicture)), isCut: false };
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

/** Letters and digits of a picture, ideographs twice: fewer than three are what a reader sees in a logo or in leaves. */
const holdsWords = (text: string) =>
  (text.match(/[\p{L}\p{N}]/gu)?.length ?? 0) + (text.match(/\p{Ideographic}/gu)?.length ?? 0) > 2;

/** A picture is a document of one page. @throws DocumentError */
async function readOnePicture(file: File, readPicture: ReadPicture | null): Promise<Part> {
  const { name } = file;
  if (!readPicture) throw new DocumentError('picture', { name });
  const size = await pictureSize(file);
  if (size && size.width * size.height > LIMITS.picturePixels)
    throw new DocumentError('picture-size', { name, max: LIMITS.picturePixels });
  if (file.size > LIMITS.pictureBytes)
    throw new DocumentError('bytes', { name, max: LIMITS.pictureBytes });
  const read = await readPicture(file, 1, 1);
  if (!read) throw new DocumentError('picture', { name });
  const state = stateOf(holdsWords(read.text) ? read : { ...read, text: '' });
  if (state !== 'read')
    throw new DocumentError(state === 'empty' ? 'no-words' : 'unread-words', { name });
  return { text: read.text, isCut: false, pages: [{ state, start: 0, end: read.text.length }] };
}
