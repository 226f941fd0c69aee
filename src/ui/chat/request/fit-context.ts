import type { WireMessage } from './to-request.ts';

/** Tokens reserved for an answer when nothing else is set, as a share of the context. */
const ANSWER_SHARE = 0.25;
/** The maximum of characters per token on average: prompts that are certainly too long are not counted. */
const MAX_CHARACTERS_A_TOKEN = 12;

export interface FittedMessages {
  messages: WireMessage[];
  /** How many of the oldest messages were left out. */
  leftOut: number;
}

/** Tokens a prompt may take so that an answer of `maxTokens` (or a fair share) still fits. */
export function promptBudget(contextTokens: number, maxTokens: number | undefined): number {
  const share = Math.floor(contextTokens * ANSWER_SHARE);
  const answer = Math.min(maxTokens ?? share, Math.floor(contextTokens / 2));
  return Math.max(1, contextTokens - answer);
}

/**
 * The stated policy of a full context: the oldest turns are left out, never the system prompt, never
 * the last question. Cuts before a question, so that no answer stands without one.
 * `count` gives the tokens of a list of messages; null when the model is not loaded yet.
 */
export async function fitContext(
  messages: readonly WireMessage[],
  budget: number,
  count: (messages: WireMessage[]) => Promise<number | null>,
): Promise<FittedMessages> {
  if (surelyFits(messages, budget)) return { messages: [...messages], leftOut: 0 };
  const system = messages.filter((message) => message.role === 'system');
  const turns = messages.filter((message) => message.role !== 'system');
  const cuts = [0, ...turns.keys()].filter((i) => i === 0 || turns[i]?.role === 'user');
  const from = (cut: number) => [...system, ...turns.slice(cut)];
  const max = budget * MAX_CHARACTERS_A_TOKEN - lengthOf(system);
  let characters = 0;
  const fromEnd = turns.map((_, i) => turns.length - 1 - i);
  const tooLong = fromEnd.find((i) => {
    characters += lengthOf(turns.slice(i, i + 1));
    return characters > max;
  });
  const hopeful = cuts.filter((cut) => cut > (tooLong ?? -1));
  const last = cuts.at(-1) ?? 0;
  // The smallest cut that fits, by halving: each count renders and tokenises the whole conversation.
  let [low, high] = [0, hopeful.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const tokens = await count(from(hopeful[middle] ?? last));
    if (tokens === null || tokens <= budget) high = middle;
    else low = middle + 1;
  }
  const cut = hopeful[low] ?? last;
  return { messages: from(cut), leftOut: cut };
}

/** Tokens a template may put around one message. */
const MARKS = 12;

/** No tokeniser makes more tokens than bytes; most chats are so short that nothing needs counting. */
function surelyFits(messages: readonly WireMessage[], budget: number): boolean {
  // UTF-8 takes at most three bytes for each of JavaScript's characters.
  return 3 * lengthOf(messages) + MARKS * messages.length <= budget;
}

function lengthOf(messages: readonly WireMessage[]): number {
  return messages.reduce((sum, { content }) => sum + textLength(content), 0);
}

/** Characters of text; images and audio are not counted as characters. */
function textLength(content: WireMessage['content']): number {
  if (content === null) return 0;
  if (typeof content === 'string') return content.length;
  return content.reduce((sum, part) => sum + ('text' in part ? String(part.text).length : 0), 0);
}
