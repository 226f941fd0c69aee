import {
  at,
  type Case,
  CHAT,
  check,
  checkModel,
  expectError,
  expectJson,
  okChat,
  post,
  same,
} from './try-case.ts';

/** Models, paths and keys. */
export const PATH_CASES: readonly Case[] = [
  {
    id: 'C01',
    name: 'lists models without a key',
    run: async (t) => {
      const body = await expectJson(await t.fetch('/v1/models'));
      same(body['object'], 'list', 'object');
      const data = body['data'] as unknown[];
      check(data.length > 0, 'no models');
      data.forEach(checkModel);
    },
  },
  {
    id: 'C02',
    name: 'refuses the list with a wrong key',
    run: async (t) => {
      const response = await t.fetch('/v1/models', { headers: { authorization: 'Bearer nope' } });
      await expectError(response, 401, { code: 'invalid_authentication' });
    },
  },
  {
    id: 'C03',
    name: 'retrieves a model as listed',
    run: async (t) => {
      const list = await expectJson(await t.fetch('/v1/models'));
      const first = at(list, 'data', 0);
      same(await expectJson(await t.fetch(`/v1/models/${at(first, 'id')}`)), first, 'model');
    },
  },
  {
    id: 'C04',
    name: 'does not find an unknown model',
    run: async (t) => {
      await expectError(await t.fetch('/v1/models/does-not-exist'), 404, {
        code: 'model_not_found',
        param: 'model',
      });
    },
  },
  {
    id: 'C05',
    name: 'does not delete models',
    run: async (t) => {
      const response = await t.fetch('/v1/models', { method: 'DELETE' });
      check(response.headers.get('allow')?.includes('GET'), 'Allow');
      await expectError(response, 405, { code: 'method_not_allowed' });
    },
  },
  {
    id: 'C06',
    name: 'does not know other paths',
    run: async (t) => {
      await expectError(await post(t, '/v1/nope', {}), 404, { code: 'unknown_url' });
    },
  },
  {
    id: 'C07',
    name: 'wants a key for chat',
    run: async (t) => {
      const type = 'invalid_authentication';
      await expectError(await post(t, CHAT, okChat(t), {}), 401, { code: type, type });
    },
  },
  {
    id: 'C08',
    name: 'does not repeat a wrong key',
    run: async (t) => {
      const response = await post(t, CHAT, okChat(t), { authorization: 'Bearer wrong' });
      await expectError(response, 401, {
        code: 'invalid_authentication',
        message: /^(?!.*wrong).*$/,
      });
    },
  },
];
