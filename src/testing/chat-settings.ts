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
