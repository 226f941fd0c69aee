import { DocumentError } from './document-error.ts';
import { isDocument, isPicture } from './is-document.ts';
import { LIMITS } from './limits.ts';
import { ZipPackage } from './zip-entry.ts';

/** The documents and pictures of an archive. */
export interface UnpackedFiles {
  files: File[];
  /** Paths of other files, which are left out: archives in the archive are not opened. */
  others: string[];
}

/** What systems add to archives. */
const HIDDEN = /(?:^|\/)(?:__MACOSX\/|\.|Thumbs\.db$|desktop\.ini$)/;

/** Unpacks a zip archive of documents, in the order of its names. @throws DocumentError */
export async function unpackFiles(file: File): Promise<UnpackedFiles> {
  const { name } = file;
  try {
    const zip = await ZipPackage.open(file, LIMITS.archiveBytes);
    const byName = new Intl.Collator(undefined, { numeric: true });
    const paths = zip
      .names(/[^/]$/)
      .filter((path) => !HIDDEN.test(path))
      .sort(byName.compare);
    const read = paths.filter((path) => isDocument(path) || isPicture(path));
    if (read.length > LIMITS.archiveFiles)
      throw new DocumentError('archive-files', { name, max: LIMITS.archiveFiles });
    const files: File[] = [];
    for (const path of read) {
      const bytes = await zip.bytes(path);
      files.push(new File(bytes ? [bytes] : [], path.split('/').at(-1) ?? path));
    }
    if (files.length === 0) throw new DocumentError('archive-empty', { name });
    return { files, others: paths.filter((path) => !read.includes(path)) };
  } catch (error) {
    if (error instanceof DocumentError) throw error;
    throw new DocumentError('damaged', { name, type: 'zip' });
  }
}
