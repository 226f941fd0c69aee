import { expect, test } from 'vitest';
import { rerankAnswer } from '#contract/answers/rerank-answer.ts';
import { createTestApi } from '#testing/create-test-api.ts';

type Api = Awaited<ReturnType<typeof createTestApi>>;

function send(api: Api, body: object) {
  return api.fetch('/v1/rerank', {
    method: 'POST',
    headers: { authorization: `Bearer ${api.key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

async function rank(api: Api, body: object) {
  const response = await send(api, body);
  expect(response.status).toBe(200);
  return rerankAnswer.parse(await response.json());
}

const documents = ['one two', { text: 'red green blue' }, 'red'];
const query = 'red green';

test('orders documents by the scores of a cross-encoder', async () => {
  const api = await createTestApi();
  const answer = await rank(api, { model: 'scripted-rerank', query, documents });
  expect(answer.results.map(({ index }) => index)).toEqual([1, 2, 0]);
  expect(answer.results[0]?.relevance_score).toBeCloseTo(1 / (1 + Math.exp(-1)));
  expect(answer).toMatchObject({ model: 'scripted-rerank', alcove: { method: 'cross-encoder' } });
  expect(answer.usage.prompt_tokens).toBeGreaterThan(0);
  // The AI SDK's provider for Cohere refuses an answer without it.
  expect(answer.meta.api_version.version).toBe('1');
  await expect
    .poll(() => api.ledger.sums(0))
    .toContainEqual(expect.objectContaining({ endpoint: 'rerank', requests: 1 }));
});

test('returns the first documents only, with their texts where asked', async () => {
  const api = await createTestApi();
  const body = { model: 'scripted-rerank', query, documents, top_n: 1, return_documents: true };
  const { results } = await rank(api, body);
  expect(results).toMatchObject([{ index: 1, document: { text: 'red green blue' } }]);
});

test('ranks by vectors with an embedding model, and says so', async () => {
  const api = await createTestApi();
  const answer = await rank(api, {
    model: 'scripted-embed',
    query,
    documents: ['zzz', 'red green'],
  });
  expect(answer.results.map(({ index }) => index)).toEqual([1, 0]);
  expect(answer.results[0]?.relevance_score).toBeCloseTo(1);
  expect(answer.alcove.method).toBe('embeddings');
});

test('names the parameter at fault', async () => {
  const api = await createTestApi();
  const wrong = async (body: object) => {
    const { error } = await (await send(api, { model: 'scripted-rerank', ...body })).json();
    return [error.param, error.code];
  };
  expect(await wrong({ documents })).toEqual(['query', 'missing_required_parameter']);
  expect(await wrong({ query: '', documents })).toEqual(['query', 'empty_string']);
  expect(await wrong({ query, documents: [] })).toEqual(['documents', 'empty_array']);
  expect(await wrong({ query, documents: [{}] })).toEqual([
    'documents[0].text',
    'missing_required_parameter',
  ]);
  expect(await wrong({ query, documents: ['x'], top_n: 0 })).toEqual([
    'top_n',
    'integer_below_min_value',
  ]);
  expect(await wrong({ query, documents, model: 'scripted-chat' })).toEqual([
    'model',
    'model_not_compatible',
  ]);
  const long = 'word '.repeat(100);
  expect(await wrong({ query, documents: [long], model: 'scripted-embed' })).toEqual([
    'documents',
    'context_length_exceeded',
  ]);
});
