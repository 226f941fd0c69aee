import { expect, test, vi } from 'vitest';
import { EMBEDDED_MODELS } from '#catalog/embedded-models.ts';
import type { ModelCard } from '#catalog/model-card.ts';
import { RerankModel } from './rerank-model.ts';

/** The score of a pair by its length, as the loaded graph gives it. */
let score = (tokens: number) => 1 / tokens;

// The library at its boundary: no reranker is small enough for the tests.
vi.mock('#runtimes/transformers/ort/load-options.ts', () => ({ loadOptions: async () => ({}) }));
vi.mock('@huggingface/transformers', async (original) => ({
  ...(await original<object>()),
  Tensor: class {
    ort_tensor: object;
    constructor(_type: string, _values: unknown, dims: number[]) {
      this.ort_tensor = { dims };
    }
  },
  AutoTokenizer: {
    from_pretrained:
      async () =>
      (query: string, { text_pair: text }: { text_pair: string }) => ({
        input_ids: `${query} ${text}`.split(' ').map((_, at) => at),
      }),
  },
  AutoModelForSequenceClassification: {
    from_pretrained: async () => ({
      sessions: {
        model: {
          inputNames: ['input_ids'],
          run: async ({ input_ids: ids }: { input_ids: { dims: number[] } }) => ({
            logits: { data: Float32Array.of(score(ids.dims[1] ?? 0)) },
          }),
        },
      },
    }),
  },
}));

const CARD: ModelCard = { ...(EMBEDDED_MODELS[0] as ModelCard), task: 'rerank' };

test('a reranker is probed by the scores of several documents, as one output', async () => {
  const model = await RerankModel.load(CARD, () => {});
  const { numbers } = await model.probe();
  expect(numbers).toHaveLength(1);
  expect(new Set(numbers[0]).size).toBeGreaterThan(2);
  score = () => 0.3;
  await expect(model.probe()).rejects.toMatchObject({ code: 'not-compatible' });
});
