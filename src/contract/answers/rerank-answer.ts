import { named, z } from '#contract/zod.ts';

const count = z.int().min(0);

export const rerankAnswer = named(
  'RerankResponse',
  z.strictObject({
    id: z.string(),
    object: z.literal('list'),
    model: z.string(),
    results: z
      .array(
        z.strictObject({
          index: count.describe('Of the document in the request.'),
          relevance_score: z.number().min(0).max(1),
          document: z.strictObject({ text: z.string() }).optional(),
        }),
      )
      .describe('The most relevant first.'),
    usage: z.strictObject({ prompt_tokens: count, total_tokens: count }),
    meta: z
      .strictObject({ api_version: z.strictObject({ version: z.literal('1') }) })
      .describe("Required by clients of Cohere's API."),
    alcove: z
      .strictObject({ method: z.enum(['cross-encoder', 'embeddings']) })
      .describe('`embeddings` where the cosine of vectors ranked the documents.'),
  }),
);

export const RERANK_EXAMPLE = {
  id: 'rerank-5f3c',
  object: 'list',
  model: 'alcove-embed',
  results: [
    { index: 1, relevance_score: 0.82 },
    { index: 0, relevance_score: 0.31 },
  ],
  usage: { prompt_tokens: 21, total_tokens: 21 },
  meta: { api_version: { version: '1' } },
  alcove: { method: 'embeddings' },
} satisfies z.infer<typeof rerankAnswer>;
