import type { PreTrainedTokenizer } from '@huggingface/transformers';
import type { ModelCard } from '#catalog/model-card.ts';
import { EngineError } from '#engine/engine-error.ts';
import type { ProbedAbilities, ProbeResult } from '#engine/runtime.ts';
import { PLAIN_READER, shapeTokens } from '#engine/shape-tokens.ts';
import type { ChatTask, TaskEvent } from '#engine/tasks.ts';
import { firstOf } from '#runtimes/transformers/cache/kv-rows.ts';
import { PrefixStore } from '#runtimes/transformers/cache/prefix-store.ts';
import type { MediaReader } from '#runtimes/transformers/media/media-reader.ts';
import { openInterruptPort } from '#runtimes/transformers/ort/run-interrupt.ts';
import { BetweenTasks } from './between-tasks.ts';
import { ChatPrompt } from './chat-prompt.ts';
import { DecodeLoop, PREFILL_CHUNK } from './decode-loop.ts';
import type { Decoder } from './decoder.ts';
import { loadChat } from './load-chat.ts';
import { PlainPrompt, withPrompt } from './plain-prompt.ts';
import { probeDecoder } from './probe-decoder.ts';
import { Sequence } from './sequence.ts';
import { TaskGrammar } from './task-grammar.ts';
import { readVocabulary, withoutMarks } from './vocabulary.ts';

export interface ChatOptions {
  /** Bytes of conversations whose keys and values are cached. */
  cachedBytes?: number;
  /** Answers written side by side. */
  maxParallel?: number;
  /** Tokens drafted from the text itself. */
  drafted?: number;
  /** Whether the probe reports numbers after a few tokens, and on the processor leaves the rest for a quiet moment. */
  isLarge?: boolean;
}

/** On wasm a step for eight conversations costs little more than one for a single one. */
const SIDE_BY_SIDE = 8;
/** Checking six more tokens costs about a third of a step of its own. */
const DRAFTED = 6;
const KEPT_BYTES = 256e6;
/**
 * Bytes in memory from which a model finds out in a quiet moment what its first answer does not need: on two cores that
 * takes seconds. Not by the time of a step: a busy machine would change what a small model can.
 */
const LARGE_BYTES = 300e6;
/** Text of the probe: words that every model has tokens for. */
const SAMPLE = 'The quick brown fox jumps over the lazy dog while 27 children watch. ';

/** A decoder with a key-value cache: generates several answers concurrently and reads shared prefixes once. */
export class ChatModel {
  readonly #prompt: ChatPrompt;
  readonly #raw: PlainPrompt;
  readonly #decoder: Decoder;
  readonly #prefixes: PrefixStore;
  readonly #bytes: readonly Uint8Array[];
  readonly #ends: ReadonlySet<number>;
  readonly #grammar: TaskGrammar;
  readonly #options: Required<ChatOptions>;
  readonly #isOnCpu: boolean;
  readonly #canTruncate: boolean;
  /** Tokens of the probe. */
  readonly #sample: readonly number[];
  #loop: DecodeLoop;
  /** Cached prefixes have a multiple of this many tokens. */
  #step = 1;
  readonly #between = new BetweenTasks();

  private constructor(
    tokenizer: PreTrainedTokenizer,
    decoder: Decoder,
    media: MediaReader | null,
    options: Required<ChatOptions>,
    isOnCpu: boolean,
  ) {
    this.#prompt = new ChatPrompt(tokenizer, media);
    this.#raw = new PlainPrompt(tokenizer, decoder.config.vocab_size);
    this.#decoder = decoder;
    const words = tokenizer.encode(SAMPLE, { add_special_tokens: false });
    this.#sample = Array.from({ length: PREFILL_CHUNK }, (_, i) => words[i % words.length] ?? 1);
    this.#isOnCpu = isOnCpu;
    this.#canTruncate = decoder.canTruncate && isOnCpu;
    // A draft that was wrong is cut off again.
    this.#options = this.#canTruncate ? options : { ...options, drafted: 0 };
    this.#prefixes = new PrefixStore(options.cachedBytes, decoder.allocate);
    this.#ends = new Set(decoder.ends);
    const vocabulary = readVocabulary(tokenizer, decoder.config.vocab_size, [...this.#ends]);
    this.#bytes = vocabulary.bytes;
    this.#grammar = new TaskGrammar(withoutMarks(vocabulary, tokenizer, this.#prompt.toolFormat), {
      format: this.#prompt.toolFormat,
      thinking: this.#prompt.thinking,
    });
    this.#loop = this.#openLoop(options.maxParallel);
  }

  static async load(
    card: ModelCard,
    onFile: (event: unknown) => void,
    options: ChatOptions = {},
  ): Promise<ChatModel> {
    const { tokenizer, decoder, media } = await loadChat(card, onFile);
    // On a GPU caches can be neither cut nor joined here.
    const isOnCpu = card.device === 'wasm';
    const defaults = {
      cachedBytes: KEPT_BYTES,
      maxParallel: isOnCpu ? SIDE_BY_SIDE : 1,
      drafted: isOnCpu ? DRAFTED : 0,
      isLarge: card.memoryBytes > LARGE_BYTES,
    };
    return new ChatModel(tokenizer, decoder, media, { ...defaults, ...options }, isOnCpu);
  }

  /** Tokens of the prompt. @throws EngineError `invalid-schema` for a schema that no answer could satisfy. */
  async countTokens(task: ChatTask): Promise<number> {
    await this.#grammar.check(task);
    return (await this.#encode(task)).ids.length;
  }

  /** Ends the step of a prompt that is being read, with each message; null where nothing can. */
  openInterruptPort(): MessagePort | null {
    const { interrupt } = this.#decoder;
    return interrupt && openInterruptPort(interrupt);
  }

  /** @throws EngineError `load-failed` for numbers that cannot be right. */
  async probe(): Promise<ProbeResult> {
    const { maxParallel, isLarge } = this.#options;
    const options = { mayJoin: maxParallel > 1, isLarge, isPartial: isLarge && this.#isOnCpu };
    const result = await probeDecoder(this.#decoder, this.#sample, options);
    this.settle(result.abilities);
    return result;
  }

  /** What a partial probe left open. @throws the reason of `signal` once it aborts. */
  probeRest(signal: AbortSignal): Promise<ProbedAbilities> {
    return this.#between.run(async (end) => {
      let abilities: ProbedAbilities = { isExact: false };
      try {
        const options = { mayJoin: this.#options.maxParallel > 1, signal: end };
        ({ abilities } = await probeDecoder(this.#decoder, this.#sample, options));
        return abilities;
      } finally {
        this.settle(abilities);
      }
    }, signal);
  }

  /** Applies the results of a probe, while no task runs. */
  settle({
    supportsBatching = false,
    padding = 'left',
    writesInPlace = false,
    isExact = true,
  }: ProbedAbilities): void {
    this.#decoder.padding = padding;
    this.#decoder.writesInPlace = writesInPlace;
    // Where logits depend on what else a step reads, each answer gets the steps it has alone and fresh.
    this.#step = !isExact && this.#canTruncate ? PREFILL_CHUNK : 1;
    const { maxParallel } = this.#options;
    if (maxParallel > 1) this.#loop = this.#openLoop(supportsBatching ? maxParallel : 1, isExact);
  }

  async *run(task: ChatTask, signal: AbortSignal): AsyncGenerator<TaskEvent> {
    try {
      await this.#between.enter(signal);
      yield* this.#answer(task, signal);
    } finally {
      this.#between.leave();
    }
  }

  async *#answer(task: ChatTask, signal: AbortSignal): AsyncGenerator<TaskEvent> {
    const { ids, text } = await this.#encode(task);
    const { sampling, topLogprobs, stop, raw } = task;
    const isScored = raw?.echo === true && topLogprobs !== null;
    const cached = isScored ? null : this.#prefixes.find(ids, this.#step);
    const row = cached ?? this.#decoder.emptyRow();
    let isStarted = false;
    try {
      yield { type: 'start', promptTokens: ids.length, cachedTokens: row.tokens };
      if (task.showsPrompt) yield { type: 'prompt', text, tokens: [] };
      if (signal.aborted) throw new EngineError('aborted', 'The request was aborted.');
      const { thinking } = this.#prompt;
      const isThinking = thinking !== null && text.trimEnd().endsWith(thinking.open);
      const { grammar, isJson, reader } = raw
        ? { grammar: null, isJson: false, reader: PLAIN_READER }
        : await this.#grammar.start(task, isThinking);
      const maxTokens = Math.min(task.maxTokens, task.contextTokens - ids.length);
      const sequence = new Sequence(
        { prompt: ids, row, sampling, topLogprobs, isScored, grammar, isJson, maxTokens, signal },
        { ends: this.#ends, bytesOf: (token) => this.#bytes[token] ?? new Uint8Array(0) },
      );
      isStarted = true;
      this.#loop.add(sequence);
      const events = shapeTokens(sequence.tokens(), { stop, maxTokens, reader });
      if (raw?.echo) yield* withPrompt(events, text, sequence.scored);
      else yield* events;
    } finally {
      if (!isStarted) row.release();
    }
  }

  async #encode(task: ChatTask): Promise<{ ids: readonly number[]; text: string }> {
    return task.raw ? this.#raw.encode(task.raw) : this.#prompt.encode(task);
  }

  #openLoop(maxParallel: number, mayDraft = true): DecodeLoop {
    const drafted = mayDraft ? this.#options.drafted : 0;
    // Cached after failures too: the read tokens are valid, and the next message begins with them.
    const cacheRow = (sequence: Sequence) => this.#cacheRow(sequence);
    const onPrompt = this.#canTruncate ? {} : { onPrompt: cacheRow };
    return new DecodeLoop(this.#decoder, { maxParallel, drafted, onEnd: cacheRow, ...onPrompt });
  }

  /** Caches the tokens that a sequence has read; only whole chunks of its prompt where the step size matters. */
  #cacheRow({ ids, row, promptRead }: Sequence): void {
    if (this.#step === 1) {
      this.#prefixes.add([...ids], row);
      return;
    }
    const tokens = promptRead - (promptRead % this.#step);
    const whole = firstOf(row, tokens, this.#decoder.allocate);
    try {
      this.#prefixes.add(ids.slice(0, tokens), whole);
    } finally {
      whole.release();
    }
  }
}
