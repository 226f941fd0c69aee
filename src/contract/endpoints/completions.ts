import {
  COMPLETION_EXAMPLE,
  completion,
  completionChunk,
} from '#contract/answers/completions-answer.ts';
import { completionsRequest } from '#contract/completions-request.ts';
import { named } from '#contract/zod.ts';
import { endpoint } from './endpoint.ts';

export const completions = endpoint({
  name: 'completions',
  operationId: 'createCompletion',
  method: 'POST',
  path: '/v1/completions',
  summary: 'Completion',
  description:
    'plain text or token ids to continue or fill in, `echo`, `logprobs`, arrays of prompts',
  tag: 'chat',
  tasks: ['chat'],
  request: { json: named('CreateCompletionRequest', completionsRequest) },
  response: { json: completion, events: completionChunk },
  clientMethod: 'completions.create',
  example: {
    model: 'alcove-guide',
    body: { prompt: 'To transcribe a file,', max_tokens: 24, temperature: 0 },
    answer: COMPLETION_EXAMPLE,
  },
});
