import { EMBEDDINGS_EXAMPLE, embeddingsAnswer } from '#contract/answers/embeddings-answer.ts';
import { embeddingsRequest } from '#contract/embeddings-request.ts';
import { named } from '#contract/zod.ts';
import { endpoint } from './endpoint.ts';

export const embeddings = endpoint({
  name: 'embeddings',
  operationId: 'createEmbedding',
  method: 'POST',
  path: '/v1/embeddings',
  summary: 'Embeddings',
  description: 'float or base64, shortened by `dimensions`',
  tag: 'embeddings',
  tasks: ['embeddings'],
  request: { json: named('CreateEmbeddingRequest', embeddingsRequest) },
  response: { json: embeddingsAnswer },
  clientMethod: 'embeddings.create',
  example: {
    model: 'alcove-embed',
    body: { input: ['A man plays a guitar.', 'Someone makes music.'] },
    answer: EMBEDDINGS_EXAMPLE,
  },
});
