import type { ArgumentsReader } from './arguments-style.ts';
import { longestBeginning } from './begins-mark.ts';
import type { Tool, ToolFormat } from './tool-format.ts';

/** The same as the engine's pieces: this folder knows no engine. */
export type Piece =
  | { kind: 'text' | 'reasoning'; text: string }
  | { kind: 'call'; name: string }
  | { kind: 'arguments'; text: string };

export interface Marks {
  /** How calls are written; null where none are looked for. */
  tools: ToolFormat | null;
  /** The functions that can be called, where their arguments are not written as JSON. */
  functions?: readonly Tool[];
  /** What ends the reasoning an answer begins with; null where it begins with none. */
  thinking: { open: string; close: string } | null;
}

type State = 'thinking' | 'text' | 'name' | 'arguments' | 'after';

/** Separates reasoning, text and tool calls; text that may still become a delimiter is held back. */
export class AnswerMarksReader {
  readonly #marks: Marks;
  #held = '';
  #state: State;
  #reader: ArgumentsReader | null = null;
  /** Spaces at the end of the text: before a call they are not part of it. */
  #spaces = '';
  /** Whether reasoning has just ended. */
  #isStart = false;

  /** `isThinking`: whether the prompt has already opened the reasoning. */
  constructor(marks: Marks, isThinking = false) {
    this.#marks = marks;
    this.#state = isThinking ? 'thinking' : 'text';
  }

  read(text: string): Piece[] {
    this.#held += text;
    const pieces: Piece[] = [];
    while (this.#step(pieces));
    return pieces;
  }

  end(): Piece[] {
    const rest = this.#held;
    this.#held = '';
    if (this.#state === 'thinking') return rest ? [{ kind: 'reasoning', text: rest }] : [];
    if (this.#state !== 'text') return [];
    const text = this.#spaces + rest;
    return text ? [{ kind: 'text', text }] : [];
  }

  /** Advances by one delimiter; false when more text is needed. */
  #step(pieces: Piece[]): boolean {
    switch (this.#state) {
      case 'thinking':
        return this.#think(pieces);
      case 'text':
        return this.#text(pieces);
      case 'name':
        return this.#name(pieces);
      case 'arguments':
        return this.#arguments(pieces);
      case 'after':
        return this.#after();
    }
  }

  #think(pieces: Piece[]): boolean {
    const close = this.#marks.thinking?.close ?? '';
    const { before, found } = this.#until([close]);
    if (before) pieces.push({ kind: 'reasoning', text: before });
    if (found === null) return false;
    this.#state = 'text';
    this.#isStart = true;
    return true;
  }

  #text(pieces: Piece[]): boolean {
    const { tools, thinking } = this.#marks;
    const opening = tools && tools.open + tools.beforeName;
    const marks = [opening, thinking?.open].filter((m) => typeof m === 'string');
    const { before, found } = this.#until(marks);
    this.#say(pieces, before);
    if (found === null) return false;
    this.#spaces = '';
    this.#state = found === opening ? 'name' : 'thinking';
    return true;
  }

  #say(pieces: Piece[], before: string): void {
    // Empty lines between reasoning and answer belong to neither.
    const text = this.#isStart ? before.trimStart() : this.#spaces + before;
    if (text !== '') this.#isStart = false;
    const end = this.#marks.tools ? text.trimEnd().length : text.length;
    this.#spaces = text.slice(end);
    if (end > 0) pieces.push({ kind: 'text', text: text.slice(0, end) });
  }

  #name(pieces: Piece[]): boolean {
    const { tools, functions = [] } = this.#marks;
    const at = this.#held.indexOf(tools?.beforeArguments ?? '');
    if (!tools || at < 0) return false;
    const name = this.#held.slice(0, at);
    pieces.push({ kind: 'call', name });
    this.#held = this.#held.slice(at + tools.beforeArguments.length);
    const called = functions.find((f) => f.name === name);
    this.#reader = tools.arguments.reader(called?.parameters ?? {});
    this.#state = 'arguments';
    return true;
  }

  #arguments(pieces: Piece[]): boolean {
    if (!this.#reader) return false;
    const { json, used, isOver } = this.#reader.read(this.#held);
    if (json) pieces.push({ kind: 'arguments', text: json });
    this.#held = this.#held.slice(used);
    if (!isOver) return false;
    this.#state = 'after';
    return true;
  }

  #after(): boolean {
    const { tools } = this.#marks;
    if (!tools) return false;
    const again = tools.afterArguments + tools.next + tools.beforeName;
    if (!this.#held.startsWith(again)) return false;
    this.#held = this.#held.slice(again.length);
    this.#state = 'name';
    return true;
  }

  /** Text before the first delimiter; a possible beginning of one stays held back. */
  #until(marks: readonly string[]): { before: string; found: string | null } {
    let at = -1;
    let found: string | null = null;
    for (const mark of marks) {
      const place = this.#held.indexOf(mark);
      if (place < 0 || (at >= 0 && place >= at)) continue;
      at = place;
      found = mark;
    }
    const safe = at >= 0 ? at : this.#held.length - longestBeginning(this.#held, marks);
    const before = this.#held.slice(0, safe);
    this.#held = this.#held.slice(safe + (found?.length ?? 0));
    return { before, found };
  }
}
