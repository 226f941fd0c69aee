import { yieldThread } from '#base/pause.ts';
import type { Row } from '#runtimes/transformers/cache/kv-cache.ts';
import { dropLast } from '#runtimes/transformers/cache/kv-rows.ts';
import { type RunInterrupt, RunInterrupted } from '#runtimes/transformers/ort/run-interrupt.ts';
import type { Decoder, Reading, Step } from './decoder.ts';
import { draftTokens } from './draft-tokens.ts';
import type { Sequence } from './sequence.ts';

/** Prompt tokens per step: the longest wait of other answers for their next token. */
export const PREFILL_CHUNK = 128;

/** The same when logits of every token are needed: a chunk's logits are megabytes. */
const SCORED_CHUNK = 32;

/** Interruptions of a prompt after which its steps run to their end: aborts of others must not hold it up for ever. */
const MAX_INTERRUPTIONS = 2;
/** Times that messages are let in after an interruption. */
const MESSAGE_PAUSES = 8;

export interface LoopDecoder extends Pick<Decoder, 'read' | 'allocate'> {
  readonly interrupt: Pick<RunInterrupt, 'clear'> | null;
}

export interface LoopOptions {
  /** Conversations written side by side: 1 where rows cannot be joined. */
  maxParallel: number;
  /** Tokens drafted from the text itself; 0 where they cost more than they save. */
  drafted: number;
  /** What happens with a sequence that is over: its row may be cached. */
  onEnd: (sequence: Sequence) => void;
  /** What happens one token before a prompt's end, where rows cannot be cut back to there later. */
  onPrompt?: (sequence: Sequence) => void;
}

/**
 * Generates several answers concurrently: every step gives each of them a token, and between steps one of
 * those that still read their prompt advances by a chunk. New sequences join at the next step.
 */
export class DecodeLoop {
  readonly #decoder: LoopDecoder;
  readonly #options: LoopOptions;
  #sequences: Sequence[] = [];
  #isRunning = false;

  constructor(decoder: LoopDecoder, options: LoopOptions) {
    this.#decoder = decoder;
    this.#options = options;
  }

  add(sequence: Sequence): void {
    this.#sequences.push(sequence);
    if (!this.#isRunning) void this.#run();
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    try {
      while (this.#sequences.length > 0) {
        // Before the messages are handled: an abort that sets it after them ends the next step.
        this.#decoder.interrupt?.clear();
        await yieldThread();
        this.#leave();
        await this.#prefill();
        this.#leave();
        await this.#decode();
      }
    } catch (error) {
      // Nothing should fail outside a step; if it does, fail all waiting answers.
      for (const sequence of this.#sequences.splice(0)) {
        sequence.finish(error);
        sequence.close();
      }
    } finally {
      this.#isRunning = false;
    }
  }

  /** Releases finished and aborted answers. */
  #leave(): void {
    const over = this.#sequences.filter((s) => s.isAborted || s.isOver);
    this.#sequences = this.#sequences.filter((s) => !over.includes(s));
    for (const sequence of over) {
      sequence.finish(null);
      try {
        this.#options.onEnd(sequence);
      } catch {
        // The answer is complete. Where memory is short, its row is not cached.
      } finally {
        sequence.close();
      }
    }
  }

  /** A chunk of the prompt, or of forced text, that has waited longest. */
  async #prefill(): Promise<void> {
    const index = this.#sequences.findIndex((s) => !s.isWriting);
    const sequence = this.#sequences[index];
    if (!sequence) return;
    // Moves behind all other prompts, so that they take turns.
    this.#sequences.splice(index, 1);
    this.#sequences.push(sequence);
    await this.#guard([sequence], async () => {
      const ids = this.#chunkOf(sequence);
      // Logits of a whole chunk are megabytes: they are requested where a token follows.
      const last = ids.length === sequence.next.length ? 1 : 0;
      const wanted = sequence.isScored ? ids.length : last;
      const step = await this.#readPrompt(sequence, readingOf(sequence, ids), wanted);
      if (step) await this.#continueWith(sequence, ids, step);
    });
  }

  async #continueWith(sequence: Sequence, ids: readonly number[], { logits, rows }: Step) {
    if (sequence.isScored) sequence.score(ids.length, (token) => logits(0, token));
    sequence.hasRead(ids, rows[0] as Row);
    sequence.next = sequence.next.slice(ids.length);
    if (sequence.next.length > 0 && !sequence.hasBegun) sequence.reportReading();
    if (sequence.next.length === 0) await sequence.choose(logits(0, ids.length - 1));
    else if (sequence.next.length === 1 && !sequence.hasBegun) this.#options.onPrompt?.(sequence);
  }

  /** Null when it was interrupted: unless its sequence was aborted, the same step follows again. */
  async #readPrompt(sequence: Sequence, reading: Reading, wanted: number): Promise<Step | null> {
    try {
      const isInterruptible = sequence.interruptions < MAX_INTERRUPTIONS;
      return await this.#decoder.read([reading], wanted, isInterruptible);
    } catch (error) {
      if (!(error instanceof RunInterrupted)) throw error;
      sequence.interruptions++;
      // The message that aborts an answer may arrive just after the interruption.
      for (let i = 0; i < MESSAGE_PAUSES && !this.#sequences.some((s) => s.isAborted); i++) {
        await yieldThread();
      }
      return null;
    }
  }

  #chunkOf({ next, hasBegun, isScored }: Sequence): readonly number[] {
    // Reads the last token separately: the tokens before it stay cached, and the same prompt continues from them.
    const isSplit = this.#options.onPrompt && !hasBegun && next.length > 1;
    const max = isSplit ? next.length - 1 : next.length;
    return next.slice(0, Math.min(isScored ? SCORED_CHUNK : PREFILL_CHUNK, max));
  }

  async #decode(): Promise<void> {
    const writing = this.#sequences.filter((s) => s.isWriting);
    if (writing.length === 1) return this.#decodeOne(writing[0] as Sequence);
    for (let at = 0; at < writing.length; at += this.#options.maxParallel) {
      await this.#decodeSome(writing.slice(at, at + this.#options.maxParallel));
    }
  }

  async #decodeSome(sequences: readonly Sequence[]): Promise<void> {
    await this.#guard(sequences, async () => {
      const readings = sequences.map((sequence) => readingOf(sequence, sequence.next));
      const { logits, rows } = await this.#decoder.read(readings);
      for (const [i, sequence] of sequences.entries()) {
        sequence.hasRead(sequence.next, rows[i] as Row);
        // What goes wrong from here on is this answer's own.
        await this.#guard([sequence], async () => {
          await sequence.choose(logits(i, 0));
        });
      }
    });
  }

  /**
   * One answer alone checks a draft along with its last token: each token is still chosen from the
   * model's own logits, so the text is the same; a draft that was wrong costs one wider step.
   */
  async #decodeOne(sequence: Sequence): Promise<void> {
    const max = Math.min(this.#options.drafted, sequence.left - 1);
    const draft = max > 0 ? draftTokens([...sequence.ids, ...sequence.next], max) : [];
    if (draft.length === 0) return this.#decodeSome([sequence]);
    await this.#guard([sequence], async () => {
      const ids = [...sequence.next, ...draft];
      const { logits, rows } = await this.#decoder.read([readingOf(sequence, ids)]);
      let accepted = 0;
      try {
        for (;;) {
          const token = await sequence.choose(logits(0, accepted));
          accepted++;
          if (token === null || !sequence.isWriting || token !== ids[accepted]) break;
        }
      } finally {
        const row = dropLast(rows[0] as Row, ids.length - accepted, this.#decoder.allocate);
        sequence.hasRead(ids.slice(0, accepted), row);
      }
    });
  }

  /** A failed step fails only the answers in it. */
  async #guard(sequences: readonly Sequence[], step: () => Promise<void>): Promise<void> {
    try {
      await step();
    } catch (error) {
      for (const sequence of sequences) sequence.finish(error);
    }
  }
}

function readingOf({ row, ids: before }: Sequence, ids: readonly number[]): Reading {
  return { row, ids, before };
}
