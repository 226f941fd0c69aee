import { promptBudget } from '#ui/chat/request/fit-context.ts';
import type { ChatCore } from '#ui/chat/session/chat-core.ts';
import { chatText } from '#ui/messages/chat.ts';

/** Characters of a token where nothing can be counted: English, on average. */
const CHARACTERS_A_TOKEN = 4;
/** UTF-8 takes at most three bytes for each of JavaScript's characters, and no token is shorter than a byte. */
const MAX_BYTES_A_CHARACTER = 3;

/**
 * A sentence when a message does not fit its model, whatever is left out before it; null when it does.
 * Older messages are dropped automatically, the system prompt is not.
 */
export async function whyTooLong(
  { row, ports }: ChatCore,
  model: string,
  text: string,
): Promise<string | null> {
  const { system, sampling } = row.settings;
  const card = ports.models.find(model);
  if (!card) return null;
  const budget = promptBudget(card.contextTokens, sampling.maxTokens);
  const length = text.length + system.length;
  if (length * MAX_BYTES_A_CHARACTER <= budget) return null;
  const messages = [
    { role: 'system', content: system },
    { role: 'user', content: text },
  ].filter(({ content }) => content !== '');
  // Skip counting if the text is clearly too long: counting is slow and needs a loaded model.
  const isClear = length > budget * 2 * CHARACTERS_A_TOKEN;
  const counted = isClear ? null : await ports.control((c) => c.countTokens(model, messages));
  return describeExcess(card.title, text, counted ?? length / CHARACTERS_A_TOKEN, budget);
}

/** `tokens`: tokens of the message; the limit is converted into words, or into characters for text without spaces. */
export function describeExcess(
  title: string,
  text: string,
  tokens: number,
  budget: number,
): string | null {
  if (tokens <= budget) return null;
  const share = (tokens - budget) / tokens;
  const words = text.split(/\s+/).filter(Boolean).length;
  const hasWords = words > text.length / 20;
  const excess = Math.ceil(share * (hasWords ? words : text.length));
  const rounded = excess > 100 ? Math.ceil(excess / 50) * 50 : excess;
  const { tooManyWords, tooManyCharacters } = chatText;
  return hasWords ? tooManyWords(title, rounded) : tooManyCharacters(title, rounded);
}
