/** A picture whose text is to be read. */
export interface OcrTask {
  kind: 'ocr';
  /** An encoded image file. */
  picture: Blob;
}

/** A word of a picture, with its place in pixels of that picture. */
export interface PageWord {
  text: string;
  /** 0…1: the mean probability of its characters. */
  confidence: number;
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The text of a picture. */
export interface ReadPage {
  /** Pixels of the picture that the places of words are in. */
  width: number;
  height: number;
  /** In reading order: paragraphs apart by an empty line, tables as rows in Markdown. */
  text: string;
  /** In the same order. */
  words: PageWord[];
  /** Lines that were found and could not be read. */
  unread: number;
  /** 0…1, of the words by their length. */
  confidence: number;
}
