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

/** The bias of single tokens that a request asks for. */
export function biasOf(asked: Readonly<Record<string, number>> | null | undefined) {
  if (!asked) return {};
  return { bias: new Map(Object.entries(asked).map(([id, value]) => [Number(id), value])) };
}

/** The values of a task that its request leaves open. */
export function defaultsOf({ temperature }: { temperature?: number | null | undefined }) {
  return typeof temperature === 'number' ? [] : (['temperature'] as const);
}
