import { blobToBase64 } from '#base/bytes.ts';
import type { ReadPicture } from '#documents/page-text.ts';
import { AnswerError } from '#ui/state/describe-error.ts';
import type { SessionPorts } from '#ui/state/session-ports.ts';
import type { PagePictures, PictureWord } from './page-pictures.ts';
import { plainTables } from './plain-tables.ts';

interface OcrAnswer {
  pages: {
    markdown: string;
    unread_lines: number;
    dimensions: { width: number; height: number };
    words: PictureWord[];
  }[];
}

/** Reads pictures with the model of this device that does; null where there is none. */
export function pictureReader(
  { v1, models }: Pick<SessionPorts, 'v1' | 'models'>,
  pictures: PagePictures,
  showPage: (page: number, pages: number) => void,
  signal: AbortSignal,
): ReadPicture | null {
  const able = models.list().filter(({ task }) => task === 'ocr');
  // Scripted models are for tests: they never answer for a real one.
  const model = able.find(({ id }) => !id.startsWith('scripted-')) ?? able[0];
  if (!model) return null;
  return async (picture, page, pages) => {
    showPage(page, pages);
    const document = { type: 'image_url', image_url: await blobToBase64(picture) };
    try {
      const body = { model: model.id, document, return_words: true };
      const response = await v1('/v1/ocr', body, signal);
      const [read] = ((await response.json()) as OcrAnswer).pages;
      if (!read) return null;
      await pictures.add(page, { picture, words: read.words, ...read.dimensions });
      return { text: plainTables(read.markdown), unread: read.unread_lines };
    } catch (error) {
      if (error instanceof AnswerError && error.code === 'invalid_image') return null;
      throw error;
    }
  };
}
