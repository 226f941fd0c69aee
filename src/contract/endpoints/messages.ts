import {
  MESSAGE_EXAMPLE,
  messageEvent,
  messageObject,
  messageTokens,
} from '#contract/answers/messages-answer.ts';
import { countTokensRequest, messagesRequest } from '#contract/messages-request.ts';
import { named } from '#contract/zod.ts';
import { endpoint } from './endpoint.ts';

const common = {
  method: 'POST',
  tag: 'chat',
  tasks: ['chat', 'audio-chat'],
  dialect: 'anthropic',
} as const;

export const messages = endpoint({
  ...common,
  name: 'messages',
  operationId: 'createMessage',
  path: '/v1/messages',
  summary: 'Message',
  description: "Anthropic's Messages API: tools, images, thinking, its events and errors",
  request: { json: named('CreateMessageRequest', messagesRequest) },
  response: { json: messageObject, events: messageEvent },
  clientMethod: 'messages.create',
  example: {
    model: 'alcove-guide',
    body: { max_tokens: 256, messages: [{ role: 'user', content: 'What can you do?' }] },
    answer: MESSAGE_EXAMPLE,
  },
});

export const countMessageTokens = endpoint({
  ...common,
  name: 'count-message-tokens',
  operationId: 'countMessageTokens',
  path: '/v1/messages/count_tokens',
  summary: 'Count the tokens of a message',
  description: 'tokens of a prompt in the template of the model, without an answer',
  request: { json: named('CountMessageTokensRequest', countTokensRequest) },
  response: { json: messageTokens },
  clientMethod: 'messages.countTokens',
  example: {
    model: 'alcove-guide',
    body: { messages: [{ role: 'user', content: 'What can you do?' }] },
    answer: { input_tokens: 24 },
  },
});
