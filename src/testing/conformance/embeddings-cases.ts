import { at, type Case, check, expectJson, post, refused, same } from './try-case.ts';

const EMBEDDINGS = '/v1/embeddings';

/** Embeddings. */
export const EMBEDDINGS_CASES: readonly Case[] = [
  {
    id: 'C44',
    name: 'embeds',
    run: async (t) => {
      const body = await expectJson(
        await post(t, EMBEDDINGS, { model: t.models.embed, input: 'hello' }),
      );
      same((body['data'] as unknown[]).length, 1, 'items');
      same([at(body, 'data', 0, 'index'), at(body, 'data', 0, 'object')], [0, 'embedding'], 'item');
      const vector = at(body, 'data', 0, 'embedding') as number[];
      check(vector.length > 0 && Math.abs(Math.hypot(...vector) - 1) < 1e-5, 'vector');
      same(at(body, 'usage', 'prompt_tokens'), at(body, 'usage', 'total_tokens'), 'usage');
    },
  },
  refused(
    'C45',
    'wants a text to embed',
    (t) => ({ model: t.models.embed, input: [] }),
    'empty_array',
    'input',
    EMBEDDINGS,
  ),
  refused(
    'C46',
    'does not embed with a chat model',
    (t) => ({ model: t.models.chat, input: 'x' }),
    'model_not_compatible',
    'model',
    EMBEDDINGS,
  ),
  refused(
    'C47',
    'bounds texts by the context',
    (t) => ({ model: t.models.embed, input: 'word '.repeat(2000) }),
    'context_length_exceeded',
    'input',
    EMBEDDINGS,
  ),
  refused(
    'C48',
    'knows no hex',
    (t) => ({ model: t.models.embed, input: 'x', encoding_format: 'hex' }),
    'invalid_value',
    'encoding_format',
    EMBEDDINGS,
  ),
];
