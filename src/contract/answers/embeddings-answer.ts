import { named, z } from '#contract/zod.ts';
import { USAGE_EXAMPLE, usage } from './usage.ts';

export const embeddingsAnswer = named(
  'CreateEmbeddingResponse',
  z.strictObject({
    object: z.literal('list'),
    data: z.array(
      named(
        'Embedding',
        z.strictObject({
          object: z.literal('embedding'),
          index: z.int(),
          embedding: z
            .union([z.array(z.number()), z.string()])
            .describe(
              'Numbers, or with `encoding_format: base64` their little-endian float32 bytes.',
            ),
        }),
      ),
    ),
    model: z.string(),
    usage,
  }),
);

export const EMBEDDINGS_EXAMPLE = {
  object: 'list',
  data: [{ object: 'embedding', index: 0, embedding: [0.0213, -0.1107, 0.0581] }],
  model: 'alcove-embed',
  usage: { ...USAGE_EXAMPLE, completion_tokens: 0, total_tokens: 24, output_tokens_count: 0 },
};
