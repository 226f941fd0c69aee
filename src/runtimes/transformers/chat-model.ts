import type { PreTrainedTokenizer } from '@huggingface/transformers';
import type { ModelCard } from '#catalog/model-card.ts';
import { EngineError } from '#engine/engine-error.ts';
import { shapeTokens } from '#engine/shape-tokens.ts';
import type { ChatTask, TaskEvent } from '#engine/tasks.ts';
import { ChatPrompt } from './chat-prompt.ts';
import { DecodeLoop, PREFILL_CHUNK } from './decode-loop.ts';
import { type Decoder, toTensor } from './decoder.ts';
import { canBeCut, takeRow } from './kv-rows.ts';
import { loadChat } from './load-chat.ts';
import type { MediaReader } from './media/media-reader.ts';
import { PrefixStore } from './prefix-store.ts';
import { Sequence } from './sequence.ts';
import { checkNumbers } from './sound-numbers.ts';
import { TaskGrammar } from './task-grammar.ts';
import { readVocabulary, withoutMarks } from './vocabulary.ts';

export interface ChatOptions {
  /** Bytes of conversations whose keys and values are kept. */
  keptBytes?: number;
  /** Answers written side by side. */
  most?: number;
  /** Tokens drafted from the text itself. */
  drafted?: number;
}

/** On wasm a step for eight conversations costs little more than one for a single one. */
const SIDE_BY_SIDE = 8;
/** Checking six more tokens costs about a third of a step of its own. */
const DRAFTED = 6;
const KEPT_BYTES = 256e6;
/** Quantised graphs round a batch together, so logits differ a little from those of rows alone; a graph that mistakes rows differs by far more. */
const ROUNDING = 0.1;

/** A decoder with a key-value cache: several answers at once, beginnings read only once. */
export class ChatModel {
  readonly #prompt: ChatPrompt;
  readonly #decoder: Decoder;
  readonly #kept: PrefixStore;
  readonly #bytes: readonly Uint8Array[];
  readonly #ends: ReadonlySet<number>;
  readonly #grammar: TaskGrammar;
  readonly #options: Required<ChatOptions>;
  readonly #canBeCut: boolean;
  #loop: DecodeLoop;

  private constructor(
    tokenizer: PreTrainedTokenizer,
    decoder: Decoder,
    media: MediaReader | null,
    options: Required<ChatOptions>,
  ) {
    this.#prompt = new ChatPrompt(tokenizer, media);
    this.#decoder = decoder;
    this.#canBeCut = canBeCut(decoder.emptyRow().cache);
    // A draft that was wrong is cut off again.
    this.#options = this.#canBeCut ? options : { ...options, drafted: 0 };
    this.#kept = new PrefixStore(options.keptBytes, toTensor);
    this.#ends = new Set(decoder.ends);
    const vocabulary = readVocabulary(tokenizer, decoder.config.vocab_size, [...this.#ends]);
    this.#bytes = vocabulary.bytes;
    this.#grammar = new TaskGrammar(withoutMarks(vocabulary, tokenizer, this.#prompt.toolFormat), {
      format: this.#prompt.toolFormat,
      thinking: this.#prompt.thinking,
    });
    this.#loop = this.#openLoop(options.most);
  }

  static async load(
    card: ModelCard,
    onFile: (event: unknown) => void,
    options: ChatOptions = {},
  ): Promise<ChatModel> {
    const { tokenizer, decoder, media } = await loadChat(card, onFile);
    // On a graphics chip caches can be neither cut nor joined here.
    const isOnCpu = card.device === 'wasm';
    return new ChatModel(tokenizer, decoder, media, {
      keptBytes: KEPT_BYTES,
      most: isOnCpu ? SIDE_BY_SIDE : 1,
      drafted: isOnCpu ? DRAFTED : 0,
      ...options,
    });
  }

  /** Tokens of the prompt. @throws EngineError `invalid-schema` for what no answer could follow. */
  async countTokens(task: ChatTask): Promise<number> {
    await this.#grammar.check(task);
    return (await this.#prompt.encode(task)).ids.length;
  }

  /**
   * Short runs: the first real ones would otherwise pay for all first-time costs. They also find out
   * whether the graph takes rows of different lengths.
   */
  async warmUp(): Promise<void> {
    const row = this.#decoder.emptyRow();
    const many = new Array<number>(PREFILL_CHUNK).fill(1);
    const few = [1, 2, 3];
    const long = await this.#decoder.read([{ row, ids: many, before: [] }]);
    checkNumbers(long.logits(0, many.length - 1));
    if (this.#options.most === 1) return;
    const short = await this.#decoder.read([{ row, ids: few, before: [] }]);
    const [a, b] = [long.rows[0], short.rows[0]];
    if (!a || !b) return;
    const last = { row: b, ids: [4], before: few };
    const alone = (await this.#decoder.read([last])).logits(0, 0);
    try {
      const joined = await this.#decoder.read([{ row: a, ids: [4], before: many }, last]);
      const found = joined.logits(1, 0);
      const error = alone.reduce((most, v, i) => Math.max(most, Math.abs(v - (found[i] ?? 0))), 0);
      const scale = alone.reduce((most, v) => Math.max(most, Math.abs(v)), 1);
      if (error > ROUNDING * scale) this.#loop = this.#openLoop(1);
    } catch {
      this.#loop = this.#openLoop(1);
    }
  }

  async *run(task: ChatTask, signal: AbortSignal): AsyncGenerator<TaskEvent> {
    const { ids, text } = await this.#prompt.encode(task);
    const reused = this.#kept.find(ids);
    yield { type: 'start', promptTokens: ids.length, cachedTokens: reused?.tokens ?? 0 };
    if (signal.aborted) throw new EngineError('aborted', 'The request was aborted.');
    const maxTokens = Math.min(task.maxTokens, task.contextTokens - ids.length);
    const { thinking } = this.#prompt;
    const isThinking = thinking !== null && text.trimEnd().endsWith(thinking.open);
    const { grammar, reader } = await this.#grammar.start(task, isThinking);
    const row = reused && { cache: reused.cache, index: 0, tokens: reused.tokens };
    const { sampling, topLogprobs, stop } = task;
    const sequence = new Sequence(
      {
        prompt: ids,
        row: row ?? this.#decoder.emptyRow(),
        sampling,
        topLogprobs,
        grammar,
        maxTokens,
        signal,
      },
      { ends: this.#ends, bytesOf: (token) => this.#bytes[token] ?? new Uint8Array(0) },
    );
    this.#loop.add(sequence);
    yield* shapeTokens(sequence.tokens(), { stop, maxTokens, reader });
  }

  #openLoop(most: number): DecodeLoop {
    const { drafted } = this.#options;
    // However it ended: what was read is true, and the next turn begins with it.
    const keep = ({ ids, row }: Sequence) => this.#kept.keep([...ids], takeRow(row, toTensor));
    const onPrompt = this.#canBeCut ? {} : { onPrompt: keep };
    return new DecodeLoop(this.#decoder, { most, drafted, onEnd: keep, ...onPrompt });
  }
}
