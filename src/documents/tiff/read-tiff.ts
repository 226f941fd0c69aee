import { DocumentError } from '#documents/document-error.ts';
import { LIMITS } from '#documents/limits.ts';
import type { DocumentPage, ReadPicture } from '#documents/page-text.ts';
import { readPdf } from '#documents/read-pdf.ts';
import { TiffError } from './tiff-pages.ts';
import { tiffToPdf } from './tiff-to-pdf.ts';

/** Pixels of the longer side that a scan is drawn in at most: A4 at 400 dots per inch. */
const MAX_SIDE = 4_700;

/**
 * The text of a TIFF file, whose pages are read as scans in a PDF are.
 * @throws DocumentError where it is damaged, over a limit, of a form that is not read, or shows no words.
 */
export async function readTiff(
  file: File,
  limit: number,
  onProgress: () => void,
  readPicture: ReadPicture | null,
): Promise<{ text: string; pages: DocumentPage[] }> {
  const { name } = file;
  if (!readPicture) throw new DocumentError('picture', { name });
  if (file.size > LIMITS.pdfBytes) throw new DocumentError('bytes', { name, max: LIMITS.pdfBytes });
  try {
    const pdf = tiffToPdf(new Uint8Array(await file.arrayBuffer()));
    return await readPdf(new File([pdf], name), limit, onProgress, readPicture, scaleOf);
  } catch (error) {
    throw inWordsOfPictures(error, name);
  }
}

/** Whole pixels stay whole: a page that is stored in strips shows no seams. */
const scaleOf = (side: number) => 1 / Math.ceil(side / MAX_SIDE);

function inWordsOfPictures(error: unknown, name: string): unknown {
  if (error instanceof TiffError) {
    if (error.why === 'pages') return new DocumentError('pages', { name, max: LIMITS.tiffPages });
    if (error.why === 'pixels')
      return new DocumentError('picture-size', { name, max: LIMITS.picturePixels });
    if (error.why === 'bytes') return new DocumentError('bytes', { name, max: LIMITS.pdfBytes });
    const isDamaged = error.why === 'damaged';
    return new DocumentError(isDamaged ? 'damaged' : 'picture', { name, type: 'tif' });
  }
  // Of an array that no memory holds.
  if (error instanceof RangeError) return new DocumentError('damaged', { name, type: 'tif' });
  if (!(error instanceof DocumentError)) return error;
  if (error.fault === 'pdf-damaged') return new DocumentError('damaged', { name, type: 'tif' });
  return error.fault === 'pdf-pictures' ? new DocumentError('unread-words', { name }) : error;
}
