import type { ChatTask } from '#engine/tasks.ts';
import { GREEDY } from '#runtimes/transformers/chat/sampler.ts';
import type { ChatSettings } from '#storage/chat-records.ts';

/** Of a chat in which nothing was set. */
export const CHAT_SETTINGS: ChatSettings = {
  model: 'm',
  secondModel: null,
  system: '',
  sampling: {},
  outputSchema: '',
  tools: [],
};

/** A question without tools or a format, answered by the likeliest tokens. */
export const CHAT_TASK: ChatTask = {
  kind: 'chat',
  turns: [{ role: 'user', text: 'Go.' }],
  tools: [],
  toolChoice: 'auto',
  format: { kind: 'text' },
  maxTokens: 40,
  contextTokens: 1024,
  sampling: GREEDY,
  stop: [],
  topLogprobs: null,
};
