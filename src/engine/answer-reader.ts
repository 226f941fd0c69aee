/** A part of an answer, by type. */
export type Piece =
  | { kind: 'text' | 'reasoning'; text: string }
  | { kind: 'call'; name: string }
  /** Of the call before it. */
  | { kind: 'arguments'; text: string };

/** Splits a streamed answer into its parts. */
export interface AnswerReader {
  /** The pieces that the next text completes. */
  read(text: string): Piece[];
  /** The remaining pieces at the end of the answer. */
  end(): Piece[];
}

/** An answer that is text and nothing else. */
export const PLAIN_READER: AnswerReader = {
  read: (text) => (text === '' ? [] : [{ kind: 'text', text }]),
  end: () => [],
};
