import { RERANK_EXAMPLE, rerankAnswer } from '#contract/answers/rerank-answer.ts';
import { rerankRequest } from '#contract/rerank-request.ts';
import { named } from '#contract/zod.ts';
import { endpoint } from './endpoint.ts';

export const rerank = endpoint({
  name: 'rerank',
  operationId: 'createRerank',
  method: 'POST',
  path: '/v1/rerank',
  summary: 'Rerank',
  description:
    'documents by relevance to a query: by a cross-encoder, else by the vectors of a model',
  tag: 'embeddings',
  tasks: ['rerank', 'embeddings'],
  request: { json: named('CreateRerankRequest', rerankRequest) },
  response: { json: rerankAnswer },
  clientMethod: null,
  example: {
    model: 'alcove-embed',
    body: {
      query: 'Who plays an instrument?',
      documents: ['The bakery opens at seven.', 'A man plays a guitar.'],
    },
    answer: RERANK_EXAMPLE,
  },
});
