import {
  deletedResponse,
  inputItems,
  inputTokens,
  RESPONSE_EXAMPLE,
  responseEvent,
  responseObject,
} from '#contract/answers/responses-answer.ts';
import { countInputRequest, responsesRequest } from '#contract/responses-request.ts';
import { named } from '#contract/zod.ts';
import { endpoint } from './endpoint.ts';

export const responses = endpoint({
  name: 'responses',
  operationId: 'createResponse',
  method: 'POST',
  path: '/v1/responses',
  summary: 'Response',
  description: 'items, function tools, JSON, typed events, `previous_response_id`',
  tag: 'chat',
  tasks: ['chat', 'audio-chat'],
  request: { json: named('CreateResponseRequest', responsesRequest) },
  response: { json: responseObject, events: responseEvent },
  clientMethod: 'responses.create',
  example: {
    model: 'alcove-guide',
    body: { input: 'What can you do?', stream: true },
    answer: RESPONSE_EXAMPLE,
  },
});

const id = { id: 'resp_[A-Za-z0-9-]+' };

export const storedResponse = endpoint({
  name: 'stored-response',
  operationId: 'getResponse',
  method: 'GET',
  path: '/v1/responses/{id}',
  params: id,
  summary: 'Stored response',
  description: 'a response that this browser stored for the key',
  tag: 'chat',
  tasks: [],
  request: null,
  response: { json: responseObject },
  clientMethod: 'responses.retrieve',
  example: { answer: RESPONSE_EXAMPLE },
});

export const deleteResponse = endpoint({
  name: 'delete-response',
  operationId: 'deleteResponse',
  method: 'DELETE',
  path: '/v1/responses/{id}',
  params: id,
  summary: 'Delete a stored response',
  description: 'removes it from this browser',
  tag: 'chat',
  tasks: [],
  request: null,
  response: { json: deletedResponse },
  clientMethod: 'responses.delete',
  example: { answer: { id: 'resp_5f3c', object: 'response.deleted', deleted: true } },
});

export const inputItemsOfResponse = endpoint({
  name: 'input-items',
  operationId: 'listInputItems',
  method: 'GET',
  path: '/v1/responses/{id}/input_items',
  params: id,
  query: { order: ['asc', 'desc'] },
  summary: 'Input of a stored response',
  description: 'the items that led to it, the latest first, by pages (`limit`, `after`)',
  tag: 'chat',
  tasks: [],
  request: null,
  response: { json: inputItems },
  clientMethod: 'responses.inputItems.list',
  example: {
    answer: { object: 'list', data: [], first_id: null, last_id: null, has_more: false },
  },
});

export const cancelResponse = endpoint({
  name: 'cancel-response',
  operationId: 'cancelResponse',
  method: 'POST',
  path: '/v1/responses/{id}/cancel',
  params: id,
  summary: 'Cancel a response',
  description: 'refused: no response is written in the background; closing its request ends it',
  tag: 'chat',
  tasks: [],
  request: null,
  response: { json: responseObject },
  clientMethod: 'responses.cancel',
  example: { answer: RESPONSE_EXAMPLE },
});

export const countInputTokens = endpoint({
  name: 'count-input-tokens',
  operationId: 'countInputTokens',
  method: 'POST',
  path: '/v1/responses/input_tokens',
  summary: 'Count the tokens of a response’s input',
  description: 'tokens of a request in the template of the model, without an answer',
  tag: 'chat',
  tasks: ['chat', 'audio-chat'],
  request: { json: named('CountInputTokensRequest', countInputRequest) },
  response: { json: inputTokens },
  clientMethod: 'responses.inputTokens.count',
  example: {
    model: 'alcove-guide',
    body: { input: 'What can you do?' },
    answer: { object: 'response.input_tokens', input_tokens: 24 },
  },
});
