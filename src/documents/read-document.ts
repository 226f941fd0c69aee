import { pictureSize } from '#base/picture-size.ts';
import { DocumentError } from './document-error.ts';
import { htmlToText } from './html-text.ts';
import {
  extensionOf,
  isDocument,
  isPicture,
  kindByBytes,
  OFFICE,
  OLD_OFFICE,
} from './is-document.ts';
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
  // Readers of each kind would say that it is damaged.
  if (file.size === 0) throw new DocumentError('empty', { name: file.name });
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
  const extension = extensionOf(file.name);
  const kind = await kindByBytes(file);
  if (isPicture(file.name) && kind !== 'tiff') return readOnePicture(file, readPicture);
  switch (kind ?? kindByName(extension)) {
    case 'pdf': {
      const { readPdf } = await import('./read-pdf.ts');
      return { ...(await readPdf(file, limit, onProgress, readPicture)), isCut: false };
    }
    case 'tiff': {
      const { readTiff } = await import('#documents/tiff/read-tiff.ts');
      return { ...(await readTiff(file, limit, onProgress, readPicture)), isCut: false };
    }
    case 'zip': {
      const { readOffice } = await import('./read-office.ts');
      const read = await readOffice({ file, limit, onProgress, readPicture }, extension);
      return { ...read, isCut: false };
    }
    case 'old-office':
      throw new DocumentError('old-office', { name: file.name });
    case 'rtf': {
      const { rtfToText } = await import('./rtf-text.ts');
      const bytes = await readBytes(file, LIMITS.markupCharacters);
      return { text: rtfToText(bytes, limit), isCut: false };
    }
    case 'eml':
      return { text: await readMailWith(file, limit, onProgress, readPicture), isCut: false };
    case 'csv':
    case 'tsv': {
      const { text, isCut } = await readText(file, limit);
      requireProse(file.name, text);
      const { csvToText } = await import('./row-text.ts');
      const rows = isCut ? null : csvToText(text, extension === 'tsv' ? '\t' : null);
      return { text: rows ?? text, isCut };
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

/** The kind of a file by its name, where several extensions have one. */
function kindByName(extension: string): string {
  if (OFFICE.has(extension)) return 'zip';
  return OLD_OFFICE.has(extension) ? 'old-office' : extension;
}

/** Bytes as characters, one for one. */
async function readBytes(file: File, max: number): Promise<string> {
  if (file.size > max) throw new DocumentError('bytes', { name: file.name, max });
  const bytes = new Uint8Array(await file.arrayBuffer());
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += 8_192)
    parts.push(String.fromCharCode(...bytes.subarray(at, at + 8_192)));
  return parts.join('');
}

async function readMailWith(
  file: File,
  limit: number,
  onProgress: () => void,
  readPicture: ReadPicture | null,
): Promise<string> {
  const { readMail } = await import('./read-mail.ts');
  return readMail(file, limit, async (attachment) => {
    onProgress();
    // Mails in mails would be read without end.
    if (!isDocument(attachment.name) || extensionOf(attachment.name) === 'eml') return null;
    try {
      return (await read(attachment, limit, onProgress, readPicture)).text;
    } catch (error) {
      if (error instanceof DocumentError) return null;
      throw error;
    }
  });
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
