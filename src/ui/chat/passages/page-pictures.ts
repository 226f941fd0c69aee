import type { ChatDocument, PagePicture } from '#storage/chat-records.ts';

/** Pixels of the longer side that the picture of a page is stored in, and its quality: readable, and about 150 kB. */
const MAX_SIDE = 1_600;
const QUALITY = 0.6;
/** Numbers of each word in `PagePicture.words`. */
const NUMBERS = 6;
/** Characters that may stand between two words, such as the marks of a table. */
const MAX_GAP = 60;

/** A word of a picture, with its place in pixels of that picture. */
export interface PictureWord {
  text: string;
  x: number;
  y: number;
  width: number;
  height: number;
}

interface ReadPicture {
  picture: Blob;
  words: readonly PictureWord[];
  width: number;
  height: number;
}

/** The pictures of the pages of one document, from their reading until they are stored. */
export class PagePictures {
  readonly #pages = new Map<number, ReadPicture>();

  /** @param page from 1. A picture that the browser cannot draw is left out. */
  async add(page: number, read: ReadPicture): Promise<void> {
    const picture = await shrink(read.picture).catch(() => null);
    if (picture) this.#pages.set(page, { ...read, picture });
  }

  /** Rows for the pages whose words were read from them. */
  rows({ id: documentId, conversationId, text, pages = [] }: ChatDocument): PagePicture[] {
    return pages.flatMap(({ state, start, end }, i) => {
      const read = this.#pages.get(i + 1);
      if (state !== 'read' || !read) return [];
      const words = placeWords(text.slice(start, end), start, read);
      const id = pagePictureId(documentId, i + 1);
      return [{ id, conversationId, documentId, picture: read.picture, words }];
    });
  }
}

const pagePictureId = (documentId: string, page: number) => `${documentId}:${page}`;

/** Ids of the pictures that the words of a place were read from. */
export const readPictureIds = (
  { id, pages = [] }: ChatDocument,
  { start, end }: { start: number; end: number },
): string[] =>
  pages.flatMap((page, i) =>
    page.state === 'read' && page.start < end && page.end > start ? pagePictureId(id, i + 1) : [],
  );

/**
 * Where the words of a picture stand in a text that begins at `start`: character, number of characters, and left, top,
 * width and height as shares of the picture. Words that the text writes otherwise are left out.
 */
export function placeWords(
  text: string,
  start: number,
  { words, width, height }: Pick<ReadPicture, 'words' | 'width' | 'height'>,
): Float32Array<ArrayBuffer> {
  const placed: number[] = [];
  let at = 0;
  for (const word of words) {
    // The text joins words that a line end divides.
    const found = [word.text, word.text.replace(/[-\u00ad]$/, '')].find((form) => {
      const index = text.indexOf(form, at);
      return form !== '' && index >= 0 && index - at <= MAX_GAP;
    });
    if (found === undefined) continue;
    const index = text.indexOf(found, at);
    placed.push(start + index, found.length);
    placed.push(word.x / width, word.y / height, word.width / width, word.height / height);
    at = index + found.length;
  }
  return Float32Array.from(placed);
}

/** A place in a picture, in shares of it. */
export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** The places of the words from `start` to `end` of the document's text. */
export function boxesOf({ words }: Pick<PagePicture, 'words'>, start: number, end: number): Box[] {
  const boxes: Box[] = [];
  for (let i = 0; i + NUMBERS <= words.length; i += NUMBERS) {
    const [at = 0, length = 0, left = 0, top = 0, width = 0, height = 0] = words.subarray(
      i,
      i + NUMBERS,
    );
    if (at < end && at + length > start) boxes.push({ left, top, width, height });
  }
  return boxes;
}

async function shrink(picture: Blob): Promise<Blob> {
  const bitmap = await createImageBitmap(picture);
  const scale = Math.min(1, MAX_SIDE / Math.max(bitmap.width, bitmap.height));
  const [width, height] = [bitmap.width, bitmap.height].map((side) =>
    Math.max(1, Math.round(side * scale)),
  ) as [number, number];
  const canvas = new OffscreenCanvas(width, height);
  try {
    const context = canvas.getContext('2d');
    if (!context) throw new Error('There is no canvas.');
    // A picture with transparency is read on white, too.
    context.fillStyle = '#fff';
    context.fillRect(0, 0, width, height);
    context.drawImage(bitmap, 0, 0, width, height);
    return await canvas.convertToBlob({ type: 'image/jpeg', quality: QUALITY });
  } finally {
    bitmap.close();
    // Its memory is released now, not when it is collected.
    canvas.width = 0;
  }
}
