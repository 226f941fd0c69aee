import { createStopMatcher, type StopMatcher } from './stop-sequences.ts';
import type { FinishReason, TaskEvent, TokenLogprob } from './tasks.ts';

/** A token as a model makes it: bytes, which may end inside a code point. */
export interface RawToken {
  bytes: Uint8Array;
  logprob?: TokenLogprob;
  /** Whether the answer is closed from here on because its tokens are used up: it ends with `length`. */
  isShortened?: boolean;
}

/** Reading progress of a prompt; arrives between tokens. */
export interface Reading {
  done: number;
  total: number;
}

export interface Shape {
  stop: readonly string[];
  /** Most tokens before the answer ends with `length`. */
  maxTokens: number;
  /** Separates reasoning and tool calls from text; without a reader everything is text. */
  reader?: AnswerReader;
}

/**
 * Turns raw tokens into events: whole code points only, stop sequences cut away, at most
 * `maxTokens`. The source is left (its `return` called) as soon as the answer is over.
 */
export async function* shapeTokens(
  tokens: AsyncIterable<RawToken | Reading>,
  { stop, maxTokens, reader = PLAIN_READER }: Shape,
): AsyncGenerator<TaskEvent> {
  const decoder = new TextDecoder();
  const writer = new EventWriter(createStopMatcher(stop));
  // A task without output ends with its prompt.
  let isCut = maxTokens <= 0;
  let isShortened = false;
  for await (const token of tokens) {
    if ('total' in token) {
      yield { type: 'reading', ...token };
      continue;
    }
    if (maxTokens <= 0) break;
    isShortened ||= token.isShortened === true;
    if (isShortened && token.bytes.length === 0) break;
    writer.count(token);
    yield* writer.write(reader.read(decoder.decode(token.bytes, { stream: true })));
    isCut = writer.completionTokens >= maxTokens;
    if (writer.isStopped || isCut) break;
  }
  if (!writer.isStopped) {
    // A sequence of bytes that never became a code point is shown as the replacement character.
    yield* writer.write([...reader.read(decoder.decode()), ...reader.end()]);
    yield* writer.rest();
  }
  yield writer.end(isCut || isShortened);
}

/** Turns pieces into events and counts them. */
class EventWriter {
  readonly #matcher: StopMatcher;
  #unsaid = 0;
  #logprobs: TokenLogprob[] = [];
  #calls = 0;
  #reasoningTokens = 0;
  completionTokens = 0;
  /** The stop sequence that ended the answer. */
  #stopSequence: string | null = null;

  constructor(matcher: StopMatcher) {
    this.#matcher = matcher;
  }

  get isStopped(): boolean {
    return this.#stopSequence !== null;
  }

  count({ logprob }: RawToken): void {
    this.completionTokens++;
    this.#unsaid++;
    if (logprob) this.#logprobs.push(logprob);
  }

  *write(pieces: readonly Piece[]): Generator<TaskEvent> {
    for (const piece of pieces) {
      if (this.isStopped) return;
      yield* this.#say(piece);
    }
  }

  *#say(piece: Piece): Generator<TaskEvent> {
    switch (piece.kind) {
      case 'text': {
        const { text, stopped } = this.#matcher.push(piece.text);
        this.#stopSequence = stopped;
        if (text) yield this.#text(text);
        return;
      }
      case 'reasoning':
        // Reasoning comes first: all tokens so far were spent on it.
        this.#reasoningTokens = this.completionTokens;
        yield { type: 'reasoning', text: piece.text, tokens: this.#drainCount() };
        return;
      case 'call':
        yield { type: 'tool-call', index: this.#calls++, id: newCallId(), name: piece.name };
        return;
      case 'arguments': {
        const { text } = piece;
        yield { type: 'tool-arguments', index: this.#calls - 1, text, tokens: this.#drainCount() };
        return;
      }
    }
  }

  /** What the stop sequences held back. */
  *rest(): Generator<TaskEvent> {
    const text = this.isStopped ? '' : this.#matcher.flush();
    if (text || this.#logprobs.length > 0) yield this.#text(text);
  }

  end(isCut: boolean): TaskEvent {
    const natural: FinishReason = this.#calls > 0 && !this.isStopped ? 'tool_calls' : 'stop';
    return {
      type: 'end',
      reason: isCut && !this.isStopped ? 'length' : natural,
      completionTokens: this.completionTokens,
      reasoningTokens: this.#reasoningTokens,
      ...(this.#stopSequence === null ? {} : { stopSequence: this.#stopSequence }),
    };
  }

  #text(text: string): TaskEvent {
    const event: TaskEvent = { type: 'text', text, tokens: this.#drainCount() };
    if (this.#logprobs.length > 0) event.logprobs = this.#logprobs;
    this.#logprobs = [];
    return event;
  }

  #drainCount(): number {
    const tokens = this.#unsaid;
    this.#unsaid = 0;
    return tokens;
  }
}

/** The id of a tool call. */
export function newCallId(): string {
  return `call_${crypto.randomUUID().replaceAll('-', '')}`;
}

/** A part of an answer, by type. */
type Piece =
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
