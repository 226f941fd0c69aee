import type { Message } from '#contract/messages.ts';
import type { Slot } from '#engine/slot.ts';
import { toTurns } from './chat-task.ts';

/** Tokens that messages take in a loaded model's own template. @throws ApiError, EngineError */
export async function countChatTokens(slot: Slot, messages: readonly object[]): Promise<number> {
  const { card } = slot;
  const [count] = await slot.countTokens({
    kind: 'chat',
    turns: await toTurns(messages as Message[], card, new AbortController().signal),
    maxTokens: card.completionTokens,
    contextTokens: card.contextTokens,
    sampling: {
      temperature: 0,
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
  });
  return count ?? 0;
}
