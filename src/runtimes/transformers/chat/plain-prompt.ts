import type { PreTrainedTokenizer } from '@huggingface/transformers';
import { EngineError } from '#engine/engine-error.ts';
import type { PromptToken, RawPrompt, TaskEvent } from '#engine/tasks.ts';

/** Tokens around prefix, suffix and answer in the families that are trained to fill in. */
const FILL_IN = [
  ['<|fim_prefix|>', '<|fim_suffix|>', '<|fim_middle|>'],
  ['<fim_prefix>', '<fim_suffix>', '<fim_middle>'],
  ['<fim-prefix>', '<fim-suffix>', '<fim-middle>'],
  ['▁<PRE>', '▁<SUF>', '▁<MID>'],
  ['<｜fim▁begin｜>', '<｜fim▁hole｜>', '<｜fim▁end｜>'],
] as const;

/** Turns text or token ids into a prompt without a template. */
export class PlainPrompt {
  readonly #tokenizer: PreTrainedTokenizer;
  readonly #size: number;
  readonly #vocabulary: Map<string, number>;

  /** `size`: ids from there on are invalid. */
  constructor(tokenizer: PreTrainedTokenizer, size: number) {
    this.#tokenizer = tokenizer;
    this.#size = size;
    this.#vocabulary = tokenizer.get_vocab();
  }

  /** @throws EngineError `not-supported` for invalid token ids, an empty prompt, and a suffix. */
  encode({ prompt, suffix }: RawPrompt): { ids: readonly number[]; text: string } {
    if (typeof prompt !== 'string') {
      if (prompt.some((id) => id >= this.#size)) {
        throw refused('prompt', `token ids of this model are below ${this.#size}.`);
      }
      this.#requireSome(prompt);
      return { ids: prompt, text: this.#tokenizer.decode([...prompt]) };
    }
    const ids = suffix === null ? this.#tokenizer.encode(prompt) : this.#fillIn(prompt, suffix);
    this.#requireSome(ids);
    return { ids, text: prompt };
  }

  #requireSome(ids: readonly number[]): void {
    if (ids.length === 0) throw refused('prompt', 'it must hold at least one token.');
  }

  #fillIn(prefix: string, suffix: string): number[] {
    const marks = FILL_IN.find((words) => words.every((word) => this.#vocabulary.has(word)));
    if (!marks) throw refused('suffix', 'this model is not trained to fill in text.');
    const [before = 0, after = 0, middle = 0] = marks.map((mark) => this.#vocabulary.get(mark));
    const plain = (text: string) => this.#tokenizer.encode(text, { add_special_tokens: false });
    return [before, ...plain(prefix), after, ...plain(suffix), middle];
  }
}

/** The events of an answer, with its prompt before them once that has been read. */
export async function* withPrompt(
  events: AsyncIterable<TaskEvent>,
  text: string,
  tokens: PromptToken[],
): AsyncGenerator<TaskEvent> {
  let isReported = false;
  for await (const event of events) {
    if (!isReported && event.type !== 'reading') {
      isReported = true;
      yield { type: 'prompt', text, tokens };
    }
    yield event;
  }
}

const refused = (param: string, reason: string) =>
  new EngineError('not-supported', reason, undefined, param);
