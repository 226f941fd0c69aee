import type { VectorFault } from '#vectors/npy.ts';

/** Why a file could not be read. The page has a sentence for each. */
export type DocumentFault =
  | 'empty'
  | 'rich-text'
  | 'old-office'
  | 'damaged'
  | 'archive-files'
  | 'archive-empty'
  | 'locked'
  | 'mail'
  | 'not-word'
  | 'no-word-text'
  | 'unpacks'
  | 'pdf-size'
  | 'pdf-pictures'
  | 'pdf-unpacks'
  | 'picture'
  | 'picture-size'
  | 'pages'
  | 'no-words'
  | 'unread-words'
  | 'pdf-locked'
  | 'pdf-damaged'
  | 'rows'
  | 'columns'
  | 'cells'
  | 'characters'
  | 'bytes'
  | 'texts'
  | 'not-json'
  | 'too-deep'
  | 'vector-count'
  | 'vector-list'
  | 'vector-length'
  | 'vector-number'
  | 'moved'
  | 'memory'
  | 'silent'
  | 'not-started'
  | 'unreadable'
  | VectorFault;

/** What a sentence about a fault names. */
export interface DocumentFacts {
  /** Of the file. */
  name?: string;
  /** The limit that the file exceeds. */
  max?: number;
  /** The line or row, from 1. */
  line?: number;
  count?: number;
  expected?: number;
  type?: string;
}

/** A file could not be read. */
export class DocumentError extends Error {
  override readonly name = 'DocumentError';
  readonly fault: DocumentFault;
  readonly facts: DocumentFacts;

  constructor(fault: DocumentFault, facts: DocumentFacts = {}) {
    super(`${fault} ${JSON.stringify(facts)}`);
    this.fault = fault;
    this.facts = facts;
  }
}

/** A table of character codes that a PDF names could not be fetched: the same file can be read later. */
export class MissingCodesError extends Error {
  override readonly name = 'MissingCodesError';
}
