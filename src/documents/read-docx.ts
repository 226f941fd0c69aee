import { DocumentError } from './document-error.ts';
import { readEmbedded, relationsOf } from './embedded-pictures.ts';
import type { ReadPicture } from './page-text.ts';
import { WordLists, wordToText } from './word-text.ts';
import type { ZipPackage } from './zip-entry.ts';

interface DocxReading {
  file: File;
  zip: ZipPackage;
  limit: number;
  readPicture: ReadPicture | null;
}

/**
 * The text of a Word document and of its notes, a line per paragraph, pictures where they stand.
 * @throws DocumentError
 */
export async function readDocx({ file, zip, limit, readPicture }: DocxReading): Promise<string> {
  // Some programs number the parts.
  const part = async (name: string) => {
    const [first] = zip.names(new RegExp(`^word/${name}\\d*\\.xml$`));
    return { name: first, xml: await zip.text(first) };
  };
  const main = await part('document');
  if (main.name === undefined) throw new DocumentError('no-word-text', { name: file.name });
  const lists = new WordLists((await part('numbering')).xml, (await part('styles')).xml);
  const relations = await relationsOf(zip, main.name);
  const pictures = await readEmbedded(zip, relations, readPicture);
  const notes = [await part('footnotes'), await part('endnotes')];
  return [main, ...notes].map(({ xml }) => wordToText(xml, limit, lists, pictures)).join('');
}
