import { readLooseCalls } from './loose-calls.ts';
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
    return this.#reader.read(text).flatMap((piece) => this.#take(piece));
  }

  end(): Piece[] {
    const last = this.#reader.end().flatMap((piece) => this.#take(piece));
    return [...last, ...this.#find(true)];
  }

  #take(piece: Piece): Piece[] {
    if (piece.kind === 'text') {
      this.#held += piece.text;
      return this.#find(false);
    }
    const before = this.#find(true);
    this.#isLineStart = true;
    return [...before, piece];
  }

  /** What of the held text can be told; all of it when nothing follows. */
  #find(isOver: boolean): Piece[] {
    const pieces: Piece[] = [];
    let said = '';
    const say = (text: string) => {
      said += text;
      if (text.trim() !== '') this.#isLineStart = false;
      if (/\n[ \t]*$/.test(text)) this.#isLineStart = true;
    };
    const flush = () => {
      if (said !== '') pieces.push({ kind: 'text', text: said });
      said = '';
    };
    while (this.#held !== '') {
      const spaces = /^\s*/.exec(this.#held)?.[0] ?? '';
      const rest = this.#held.slice(spaces.length);
      const isHere = this.#isLineStart || spaces.includes('\n');
      const found = isHere ? readLooseCalls(rest, this.#tools, isOver) : NOTHING;
      if (found.kind === 'open' && !isOver) break;
      if (found.kind === 'calls') {
        flush();
        this.#hasCalled = true;
        for (const { name, argumentsText } of found.calls) {
          pieces.push({ kind: 'call', name }, { kind: 'arguments', text: argumentsText });
        }
        this.#held = rest.slice(found.used);
        this.#isLineStart = true;
        continue;
      }
      // Spaces after the last call belong to nothing.
      if (isOver && this.#hasCalled && rest === '') {
        this.#held = '';
        break;
      }
      // On to the next line: a call can begin there.
      const line = spaces + (/^[^\n]*/.exec(rest)?.[0] ?? '');
      say(line);
      this.#held = this.#held.slice(line.length);
    }
    flush();
    return pieces;
  }
}

const NOTHING = { kind: 'text' } as const;
