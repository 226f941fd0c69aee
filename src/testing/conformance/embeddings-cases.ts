import { at, type Case, check, expectError, expectJson, post, same } from './try-case.ts';

/** Embeddings. */
export const EMBEDDINGS_CASES: readonly Case[] = [
  {
    id: 'C44',
    name: 'embeds',
    run: async (t) => {
      const body = await expectJson(
        await post(t, '/v1/embeddings', { model: t.models.embed, input: 'hello' }),
      );
      same((body['data'] as unknown[]).length, 1, 'items');
      same([at(body, 'data', 0, 'index'), at(body, 'data', 0, 'object')], [0, 'embedding'], 'item');
      const vector = at(body, 'data', 0, 'embedding') as number[];
      check(vector.length > 0 && Math.abs(Math.hypot(...vector) - 1) < 1e-5, 'vector');
      same(at(body, 'usage', 'prompt_tokens'), at(body, 'usage', 'total_tokens'), 'usage');
    },
  },
  {
    id: 'C45',
    name: 'wants a text to embed',
    run: async (t) => {
      await expectError(
        await post(t, '/v1/embeddings', { model: t.models.embed, input: [] }),
        400,
        { code: 'empty_array', param: 'input' },
      );
    },
  },
  {
    id: 'C46',
    name: 'does not embed with a chat model',
    run: async (t) => {
      await expectError(
        await post(t, '/v1/embeddings', { model: t.models.chat, input: 'x' }),
        400,
        { code: 'model_not_compatible', param: 'model' },
      );
    },
  },
  {
    id: 'C47',
    name: 'bounds texts by the context',
    run: async (t) => {
      await expectError(
        await post(t, '/v1/embeddings', { model: t.models.embed, input: 'word '.repeat(2000) }),
        400,
        { code: 'context_length_exceeded', param: 'input' },
      );
    },
  },
  {
    id: 'C48',
    name: 'knows no hex',
    run: async (t) => {
      await expectError(
        await post(t, '/v1/embeddings', {
          model: t.models.embed,
          input: 'x',
          encoding_format: 'hex',
        }),
        400,
        { code: 'invalid_value', param: 'encoding_format' },
      );
    },
  },
];
