import type { ChatTask, ChatTurn } from '#engine/tasks.ts';

export const DEFAULT_MAX_TOKENS = 1000;

/** A chat task that wants plain text, with the defaults of the audio endpoints. */
export function plainTask(turns: ChatTurn[], temperature: number): ChatTask {
  return {
    kind: 'chat',
    turns,
    maxTokens: DEFAULT_MAX_TOKENS,
    contextTokens: 0,
    sampling: {
      temperature,
      topP: 1,
      topK: null,
      seed: null,
      presencePenalty: 0,
      frequencyPenalty: 0,
    },
    stop: [],
    tools: [],
    toolChoice: 'none',
    format: { kind: 'text' },
    topLogprobs: null,
  };
}
