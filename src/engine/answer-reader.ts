/** A part of an answer, by what it is. */
export type Piece =
  | { kind: 'text' | 'reasoning'; text: string }
  | { kind: 'call'; name: string }
  /** Of the call before it. */
  | { kind: 'arguments'; text: string };

/** Tells the parts of an answer apart while it is written. */
export interface AnswerReader {
  /** What is certain after some more text. */
  read(text: string): Piece[];
  /** What is left when no more comes. */
  end(): Piece[];
}

/** An answer that is text and nothing else. */
export const PLAIN_READER: AnswerReader = {
  read: (text) => (text === '' ? [] : [{ kind: 'text', text }]),
  end: () => [],
};
