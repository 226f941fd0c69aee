import { readDrawn } from './chart-text.ts';
import { DocumentError } from './document-error.ts';
import { pathFrom, readEmbedded, relationsOf } from './embedded-pictures.ts';
import { htmlToText } from './html-text.ts';
import { localName, readTags } from './markup-text.ts';
import { odfToText } from './odf-text.ts';
import { edgeLines, odfEdges } from './page-edges.ts';
import { type DocumentPage, joinPages, type PageState, type ReadPicture } from './page-text.ts';
import { readDocx } from './read-docx.ts';
import { odsToText, readXlsx } from './read-sheets.ts';
import { WordLists, wordToText } from './word-text.ts';
import { ZipPackage } from './zip-entry.ts';

interface OfficeText {
  text: string;
  pages?: DocumentPage[];
}

/** What a document in a zip archive is read by. */
interface Reading {
  file: File;
  zip: ZipPackage;
  limit: number;
  onProgress: () => void;
  readPicture: ReadPicture | null;
}

/** Readers by the part that shows what an archive is, whatever its name says. */
const KINDS: readonly [part: RegExp, read: (reading: Reading) => Promise<OfficeText>][] = [
  [/^word\/(?:document\d*|styles)\.xml$/, async (r) => ({ text: await readDocx(r) })],
  [/^ppt\/presentation\.xml$/, readPptx],
  [/(?:^|\/)workbook\.xml$/, async (r) => ({ text: await readXlsx(r.file, r.zip, r.limit) })],
  [/^META-INF\/container\.xml$/, readEpub],
  [/^content\.xml$/, readOdf],
];

/**
 * The text of a document of Word, PowerPoint, Excel or LibreOffice, or of a book, by its contents.
 * @param kind What its name says, for the sentence that refuses it. @throws DocumentError
 */
export async function readOffice(reading: Omit<Reading, 'zip'>, kind: string): Promise<OfficeText> {
  const { name } = reading.file;
  try {
    const zip = await ZipPackage.open(reading.file);
    const read = KINDS.find(([part]) => zip.names(part).length > 0)?.[1];
    if (read) return await read({ ...reading, zip });
  } catch (error) {
    if (error instanceof DocumentError || isOfPicture(error)) throw error;
    throw notOf(kind, name);
  }
  throw kind === 'docx' ? new DocumentError('no-word-text', { name }) : notOf(kind, name);
}

/** Failures of the model that reads pictures are not of the file. */
const isOfPicture = (error: unknown) =>
  error instanceof Error && /^(?:AnswerError|AbortError|WorkerError)$/.test(error.name);

const notOf = (kind: string, name: string) =>
  kind === 'docx'
    ? new DocumentError('not-word', { name })
    : new DocumentError('damaged', { name, type: kind });

const NO_LISTS = new WordLists('', '');
/** The number of a slide, which its notes repeat. */
const NUMBER_LINE = /^\s*\d+\s*$\n?/gm;

/** Slides in their order as pages, each with its notes and the words of its pictures. */
async function readPptx({ zip, limit, onProgress, readPicture }: Reading): Promise<OfficeText> {
  const main = 'ppt/presentation.xml';
  const parts = await relationsOf(zip, main);
  const list = await zip.text(main);
  const ids = [...list.matchAll(/<(?:\w+:)?sldId\b[^>]*?\s\w+:id="([^"]{1,99})"/g)];
  const pages: { text: string; state: PageState }[] = [];
  let length = 0;
  for (const [, id = ''] of ids) {
    const path = parts.get(id);
    if (path === undefined || length > limit) continue;
    const page = await readSlide(zip, path, limit, readPicture);
    pages.push(page);
    length += page.text.length;
    onProgress();
  }
  return joinPages(pages);
}

async function readSlide(
  zip: ZipPackage,
  path: string,
  limit: number,
  readPicture: ReadPicture | null,
): Promise<{ text: string; state: PageState }> {
  const relations = await relationsOf(zip, path);
  const pictures = await readEmbedded(zip, relations, readPicture);
  const drawn = new Map([...pictures, ...(await readDrawn(zip, relations, limit))]);
  const parts = [wordToText(await zip.text(path), limit, NO_LISTS, drawn)];
  for (const other of relations.values()) {
    if (!/\/notesSlide[^/]*\.xml$/.test(other)) continue;
    parts.push(wordToText(await zip.text(other), limit, NO_LISTS).replace(NUMBER_LINE, ''));
  }
  const filled = parts.map((part) => part.trim()).filter((part) => part !== '');
  const text = filled.join('\n\n');
  if (text === '') return { text, state: 'empty' };
  const isRead = [...pictures.values()].some((words) => words !== '');
  return { text, state: isRead ? 'read' : 'text' };
}

/** Texts, slides and tables of LibreOffice and others. */
async function readOdf({ file, zip, limit, readPicture }: Reading): Promise<OfficeText> {
  const xml = await zip.text('content.xml');
  const manifest = await zip.text('META-INF/manifest.xml');
  if (/<manifest:encryption-data\b/.test(manifest))
    throw new DocumentError('locked', { name: file.name });
  if (/<office:spreadsheet\b/.test(xml)) return { text: odsToText(file, xml, limit) };
  const names = zip.names(/^Pictures\//).map((name): [string, string] => [name, name]);
  const drawn = await readEmbedded(zip, new Map(names), readPicture);
  // Tables and the data of charts; a formula has no words.
  for (const path of zip.names(/^Object [^/]+\/content\.xml$/)) {
    const words = odfToText(await zip.text(path), limit).trim();
    drawn.set(path.slice(0, path.indexOf('/')), words);
  }
  const styles = await zip.text('styles.xml');
  const edges = (edge: 'header' | 'footer') =>
    edgeLines([odfToText(odfEdges(styles, edge), limit)]);
  const body = odfToText(xml, limit, drawn);
  if (!/<office:text\b/.test(xml)) return { text: body };
  return { text: [edges('header'), body, edges('footer')].join('') };
}

/** The chapters of a book in their order. */
async function readEpub({ file, zip, limit, onProgress }: Reading): Promise<OfficeText> {
  let main = '';
  readTags(await zip.text('META-INF/container.xml'), true, {
    onOpen(tag, _, attributes) {
      if (localName(tag) === 'rootfile') main ||= attributes.get('full-path') ?? '';
    },
    onText: () => {},
    onClose: () => {},
  });
  if (zip.names(/^META-INF\/(?:encryption|rights)\.xml$/).length > 0 && (await isLocked(zip)))
    throw new DocumentError('locked', { name: file.name });
  const items = new Map<string, string>();
  const spine: string[] = [];
  readTags(await zip.text(main), true, {
    onOpen(tag, _, attributes) {
      const name = localName(tag);
      const href = attributes.get('href');
      if (name === 'item' && href !== undefined) items.set(attributes.get('id') ?? '', href);
      if (name === 'itemref') spine.push(attributes.get('idref') ?? '');
    },
    onText: () => {},
    onClose: () => {},
  });
  const chapters: string[] = [];
  let length = 0;
  for (const id of new Set(spine)) {
    const href = items.get(id);
    if (href === undefined || length > limit) continue;
    const text = htmlToText(await zip.text(pathFrom(main, decodePath(href))), limit);
    if (text !== '') chapters.push(text);
    length += text.length;
    onProgress();
  }
  return { text: chapters.join('\n\n') };
}

/** Books hide fonts as well: only what hides chapters keeps a reader out. */
async function isLocked(zip: ZipPackage): Promise<boolean> {
  if (zip.names(/^META-INF\/rights\.xml$/).length > 0) return true;
  return /URI="[^"]+\.x?html?"/i.test(await zip.text('META-INF/encryption.xml'));
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
