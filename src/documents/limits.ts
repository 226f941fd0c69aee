import { MAX_PICTURE_PIXELS } from '#base/picture-size.ts';

/** What one file may cost. A file that exceeds a limit is refused with a sentence that names it. */
export const LIMITS = {
  /** Characters stored of one document: about a thousand pages. */
  documentCharacters: 4_000_000,
  /** Characters of markup a document is read from. */
  markupCharacters: 64_000_000,
  /** Maximum size of a PDF in bytes: it is read as a whole. */
  pdfBytes: 300_000_000,
  /** Bytes of one decoded stream of a PDF. */
  pdfStreamBytes: 128_000_000,
  /** Bytes of a saved mail with its attachments. */
  mailBytes: 100_000_000,
  picturePixels: MAX_PICTURE_PIXELS,
  pictureBytes: 40_000_000,
  /** Pages of one TIFF file. */
  tiffPages: 2_000,
  /** Pages of one PDF: each costs time to open, even an empty one. */
  pdfPages: 10_000,
  /** Bytes that an archive of documents unpacks to, and how many files of it are read. */
  archiveBytes: 300_000_000,
  archiveFiles: 500,
  /** Characters of a file of texts or of a table. */
  tableCharacters: 64_000_000,
  tableRows: 200_000,
  tableColumns: 1_000,
  tableCells: 5_000_000,
  /** Bytes of an array of vectors. */
  vectorBytes: 1_000_000_000,
} as const;

/** Milliseconds without progress after which reading a file is ended. */
export const SILENCE_MS = 20_000;

export function formatLimit(count: number): string {
  const millions = count / 1_000_000;
  return millions >= 1 ? `${millions} million` : count.toLocaleString('en');
}

/** What a worker sends when something in it wanted more memory than it may have. */
export const TOO_LARGE = 'alcove-too-large';
