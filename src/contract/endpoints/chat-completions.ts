import {
  CHAT_EXAMPLE,
  chatCompletion,
  chatCompletionChunk,
} from '#contract/answers/chat-answer.ts';
import { chatRequest } from '#contract/chat-request.ts';
import { named } from '#contract/zod.ts';
import { endpoint } from './endpoint.ts';

export const chatCompletions = endpoint({
  name: 'chat',
  operationId: 'createChatCompletion',
  method: 'POST',
  path: '/v1/chat/completions',
  summary: 'Chat completion',
  description: 'streamed or whole, tools, JSON, stop sequences, usage and timings',
  tag: 'chat',
  tasks: ['chat', 'audio-chat'],
  request: { json: named('CreateChatCompletionRequest', chatRequest) },
  response: { json: chatCompletion, events: chatCompletionChunk },
  clientMethod: 'chat.completions.create',
  example: {
    model: 'alcove-guide',
    body: {
      messages: [{ role: 'user', content: 'What can you do?' }],
      temperature: 0,
      stream: true,
    },
    answer: CHAT_EXAMPLE,
  },
});
