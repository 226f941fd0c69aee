import { transfer } from 'comlink';
import type { InputFile } from './input-file.ts';
import type { CountTokens } from './pack-passages.ts';
import { type DocumentText, readDocument } from './read-document.ts';
import { readInput } from './read-input.ts';
import { packSentences } from './sentences.ts';
import { type Chunking, splitRows, type TextRows } from './split-texts.ts';

/** A document's text with its sentences as numbers: start, end, start, end, … */
export interface ReadDocument extends DocumentText {
  sentences: Uint32Array<ArrayBuffer>;
}

/** What a worker does with a file that a person chose. It lives for one file. */
export class DocumentReader {
  async read(file: File, onProgress: () => void): Promise<ReadDocument> {
    const document = await readDocument(file, onProgress);
    const sentences = packSentences(document.text);
    return transfer({ ...document, sentences }, [sentences.buffer]);
  }

  async readInput(file: File): Promise<InputFile> {
    const input = await readInput(file);
    const vectors = 'vectors' in input ? input.vectors : null;
    return vectors ? transfer(input, [vectors.data.buffer]) : input;
  }

  split(values: readonly string[], chunking: Chunking, count: CountTokens): Promise<TextRows> {
    return splitRows(values, chunking, count);
  }
}
