import { readDrawn } from './chart-text.ts';
import { DocumentError } from './document-error.ts';
import { readEmbedded, relationsOf } from './embedded-pictures.ts';
import { edgeLines, markWordNumbers } from './page-edges.ts';
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
 * The text of a Word document, a line per paragraph, pictures and charts where they stand: its headers, what it says,
 * its notes, its footers and its comments.
 * @throws DocumentError
 */
export async function readDocx({ file, zip, limit, readPicture }: DocxReading): Promise<string> {
  const main = await mainPart(zip);
  if (main === undefined) throw new DocumentError('no-word-text', { name: file.name });
  // Some programs number the parts.
  const part = (name: string) => zip.text(zip.names(new RegExp(`^word/${name}\\d*\\.xml$`))[0]);
  const lists = new WordLists(await part('numbering'), await part('styles'));
  const relations = await relationsOf(zip, main);
  const drawn = new Map([
    ...(await readEmbedded(zip, relations, readPicture)),
    ...(await readDrawn(zip, relations, limit)),
  ]);
  const edges = async (name: string) => {
    const paths = [...relations.values()].filter((path) =>
      new RegExp(`/${name}\\d*\\.xml$`).test(path),
    );
    const xml = await Promise.all(paths.map((path) => zip.text(path)));
    return edgeLines(xml.map((one) => wordToText(markWordNumbers(one), limit)));
  };
  const read = (xml: string) => wordToText(xml, limit, lists, drawn);
  return [
    await edges('header'),
    read(await zip.text(main)),
    read(await part('footnotes')),
    read(await part('endnotes')),
    await edges('footer'),
    read(await part('comments')),
  ].join('');
}

/** The part that holds the text, whatever a program calls it. */
async function mainPart(zip: ZipPackage): Promise<string | undefined> {
  const [usual] = zip.names(/^word\/document\d*\.xml$/);
  if (usual !== undefined) return usual;
  const named = [...(await relationsOf(zip, '')).values()];
  return named.find((path) => /^word\/[^/]+\.xml$/.test(path));
}
