import { transfer } from 'comlink';
import { VectorFileError } from '#vectors/npy.ts';
import { DocumentError, type DocumentFacts, type DocumentFault } from './document-error.ts';
import type { InputFile } from './input-file.ts';
import type { CountTokens } from './pack-passages.ts';
import type { ReadPicture } from './page-text.ts';
import { type DocumentText, readDocument } from './read-document.ts';
import { readInput } from './read-input.ts';
import { packSentences } from './sentences.ts';
import { type Chunking, splitRows, type TextRows } from './split-texts.ts';

/** A document's text with its sentences as numbers: start, end, start, end, … */
export interface ReadDocument extends DocumentText {
  sentences: Uint32Array<ArrayBuffer>;
}

/** What a call across threads gives: an error would lose all but its message. */
export type Outcome<T> = { value: T } | { fault: DocumentFault; facts: DocumentFacts };

async function outcome<T>(work: () => Promise<T>): Promise<Outcome<T>> {
  try {
    return { value: await work() };
  } catch (error) {
    if (error instanceof DocumentError) return { fault: error.fault, facts: error.facts };
    if (error instanceof VectorFileError)
      return { fault: error.fault, facts: { type: error.type } };
    throw error;
  }
}

/** What a worker does with a file that a person chose. It lives for one file. */
export class DocumentReader {
  async read(
    file: File,
    onProgress: () => void,
    readPicture: ReadPicture | null,
  ): Promise<Outcome<ReadDocument>> {
    const read = await outcome(async () => {
      const document = await readDocument(file, onProgress, readPicture);
      return { ...document, sentences: packSentences(document.text) };
    });
    return 'value' in read ? transfer(read, [read.value.sentences.buffer]) : read;
  }

  async readInput(file: File): Promise<Outcome<InputFile>> {
    const read = await outcome(() => readInput(file));
    const vectors = 'value' in read && 'vectors' in read.value ? read.value.vectors : null;
    return vectors ? transfer(read, [vectors.data.buffer]) : read;
  }

  split(
    values: readonly string[],
    chunking: Chunking,
    count: CountTokens,
  ): Promise<Outcome<TextRows>> {
    return outcome(() => splitRows(values, chunking, count));
  }
}
