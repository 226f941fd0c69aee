import { MODEL_EXAMPLE, modelAnswer, modelList } from '#contract/answers/models-answer.ts';
import { endpoint } from './endpoint.ts';

const common = { method: 'GET', tag: 'models', tasks: [], isPublic: true, request: null } as const;

/** What `state` takes: models that answer, the ones of them in memory, models that can be downloaded, or all. */
export const MODEL_STATES: readonly string[] = ['ready', 'loaded', 'available', 'all'];

export const models = endpoint({
  ...common,
  name: 'models',
  operationId: 'listModels',
  path: '/v1/models',
  query: { state: MODEL_STATES },
  summary: 'List models',
  description: 'models that answer and models that can be downloaded; no key needed in the page',
  response: { json: modelList },
  clientMethod: 'models.list',
  example: { answer: { object: 'list', data: [MODEL_EXAMPLE] } },
});

export const model = endpoint({
  ...common,
  name: 'model',
  operationId: 'retrieveModel',
  path: '/v1/models/{id}',
  // Ids such as `org/name` come plain or percent-encoded.
  params: { id: '.+' },
  summary: 'One model',
  description: 'one entry of the list; no key needed in the page',
  response: { json: modelAnswer },
  clientMethod: 'models.retrieve',
  example: { answer: MODEL_EXAMPLE },
});
