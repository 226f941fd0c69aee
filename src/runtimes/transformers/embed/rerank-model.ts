import {
  AutoModelForSequenceClassification,
  AutoTokenizer,
  type PreTrainedTokenizer,
} from '@huggingface/transformers';
import { yieldThread } from '#base/pause.ts';
import type { ModelCard } from '#catalog/model-card.ts';
import { EngineError } from '#engine/engine-error.ts';
import type { ProbedAbilities, ProbeResult } from '#engine/runtime.ts';
import type { RerankTask, TaskEvent } from '#engine/tasks.ts';
import { loadOptions } from '#runtimes/transformers/ort/load-options.ts';
import {
  int64,
  type OrtSession,
  type OrtTensor,
  sessionOf,
} from '#runtimes/transformers/ort/session.ts';
import { checkNumbers } from '#runtimes/transformers/ort/sound-numbers.ts';

interface Pair {
  input_ids: number[];
  token_type_ids?: number[];
}

const SAMPLE: RerankTask = {
  kind: 'rerank',
  query: 'How many children watch?',
  documents: [
    'The quick brown fox jumps over the lazy dog while 27 children watch.',
    'Children watch foxes in parks.',
    'The invoice is due at the end of March.',
  ],
};

/** A cross-encoder: it reads a query and a document together and gives one score. */
export class RerankModel {
  readonly #tokenizer: PreTrainedTokenizer;
  readonly #session: OrtSession;
  readonly #contextTokens: number;

  private constructor(tokenizer: PreTrainedTokenizer, model: unknown, contextTokens: number) {
    this.#tokenizer = tokenizer;
    this.#session = sessionOf(model, 'model');
    this.#contextTokens = contextTokens;
  }

  static async load(card: ModelCard, onFile: (event: unknown) => void): Promise<RerankModel> {
    const options = await loadOptions(card, onFile);
    const [tokenizer, model] = await Promise.all([
      AutoTokenizer.from_pretrained(card.id),
      AutoModelForSequenceClassification.from_pretrained(card.id, options),
    ]);
    return new RerankModel(tokenizer, model, card.contextTokens);
  }

  countTokens(task: RerankTask): number[] {
    return this.#pairs(task).map((pair) => pair.input_ids.length);
  }

  async probe(): Promise<ProbeResult> {
    // One row: scores of several documents differ, and have a direction that can be compared.
    const numbers = new Float32Array(SAMPLE.documents.length);
    for (const [i, pair] of this.#pairs(SAMPLE).entries()) numbers[i] = await this.#score(pair);
    checkNumbers(numbers);
    return { abilities: {}, numbers: [numbers] };
  }

  settle(_abilities: ProbedAbilities): void {}

  async *run(task: RerankTask, signal: AbortSignal): AsyncGenerator<TaskEvent> {
    const pairs = this.#pairs(task);
    const promptTokens = pairs.reduce((sum, { input_ids }) => sum + input_ids.length, 0);
    yield { type: 'start', promptTokens, cachedTokens: 0 };
    const data = new Float32Array(pairs.length);
    for (const [i, pair] of pairs.entries()) {
      await yieldThread();
      if (signal.aborted) throw new EngineError('aborted', 'The request was aborted.');
      data[i] = await this.#score(pair);
    }
    yield { type: 'vectors', data, size: 1, texts: pairs.length };
    yield { type: 'end', reason: 'stop', completionTokens: 0, reasoningTokens: 0 };
  }

  /** Each document after the query; a document that is too long is cut, as cross-encoders are trained. */
  #pairs({ query, documents }: RerankTask): Pair[] {
    return documents.map(
      (document) =>
        this.#tokenizer(query, {
          text_pair: document,
          truncation: true,
          max_length: this.#contextTokens,
          return_tensor: false,
        }) as Pair,
    );
  }

  async #score({ input_ids: ids, token_type_ids: types }: Pair): Promise<number> {
    const dims = [1, ids.length];
    const feeds: Record<string, unknown> = {
      input_ids: int64(ids, dims),
      attention_mask: int64(new Array(ids.length).fill(1), dims),
      token_type_ids: int64(types ?? new Array(ids.length).fill(0), dims),
    };
    const named = Object.fromEntries(this.#session.inputNames.map((name) => [name, feeds[name]]));
    const { logits } = await this.#session.run(named);
    return Number((logits as OrtTensor).data[0]);
  }
}
