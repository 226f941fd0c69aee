import {
  deletedResponse,
  RESPONSE_EXAMPLE,
  responseEvent,
  responseObject,
} from '#contract/answers/responses-answer.ts';
import { responsesRequest } from '#contract/responses-request.ts';
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
