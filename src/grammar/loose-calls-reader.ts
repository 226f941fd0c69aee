import { type LooseCall, readLooseCalls } from './loose-calls.ts';
import type { Piece } from './read-answer.ts';
import type { Tool } from './tool-format.ts';

interface Reader {
  read(text: string): Piece[];
  end(): Piece[];
}

/**
 * Finds calls that a model wrote outside of its own format, as Qwen2.5-Coder does in code fences. They
 * are looked for at the start of lines; text that may still become one is held back.
 */
export class LooseCallsReader {
  readonly #reader: Reader;
  readonly #tools: readonly Tool[];
  /** Text that may be a call, spaces before it included. */
  #held = '';
  #isLineStart = true;
  #hasCalled = false;

  constructor(reader: Reader, tools: readonly Tool[]) {
    this.#reader = reader;
    this.#tools = tools;
  }

  read(text: string): Piece[] {
    return this.#reader.read(text).flatMap((piece) => this.#convert(piece));
  }

  end(): Piece[] {
    const last = this.#reader.end().flatMap((piece) => this.#convert(piece));
    return [...last, ...this.#find(true)];
  }

  #convert(piece: Piece): Piece[] {
    if (piece.kind === 'text') {
      this.#held += piece.text;
      return this.#find(false);
    }
    const before = this.#find(true);
    this.#isLineStart = true;
    return [...before, piece];
  }

  /** The pieces of the held text that are certain; all of them at the end of the answer. */
  #find(isOver: boolean): Piece[] {
    const pieces: Piece[] = [];
    while (this.#held !== '') {
      const spaces = /^\s*/.exec(this.#held)?.[0] ?? '';
      const rest = this.#held.slice(spaces.length);
      const isHere = this.#isLineStart || spaces.includes('\n');
      const found = isHere ? readLooseCalls(rest, this.#tools, isOver) : NOTHING;
      if (found.kind === 'open') break;
      if (found.kind === 'calls') {
        pieces.push(...found.calls.flatMap(toPieces));
        this.#hasCalled = true;
        this.#isLineStart = true;
        this.#held = rest.slice(found.used);
      } else this.#say(spaces, rest, pieces, isOver);
    }
    return pieces;
  }

  /** Says the rest of a line: a call can begin on the next one. */
  #say(spaces: string, rest: string, pieces: Piece[], isOver: boolean): void {
    const line = spaces + (/^[^\n]*/.exec(rest)?.[0] ?? '');
    this.#held = this.#held.slice(line.length);
    this.#isLineStart = /\n[ \t]*$/.test(line) || (this.#isLineStart && rest === '');
    // Spaces after the last call belong to nothing.
    if (isOver && this.#hasCalled && rest === '') return;
    const last = pieces.at(-1);
    if (last?.kind === 'text') last.text += line;
    else pieces.push({ kind: 'text', text: line });
  }
}

function toPieces({ name, argumentsText }: LooseCall): Piece[] {
  return [
    { kind: 'call', name },
    { kind: 'arguments', text: argumentsText },
  ];
}

const NOTHING = { kind: 'text' } as const;
