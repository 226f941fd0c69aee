import { chatThreadText } from '#ui/messages/chat-thread.ts';
import { estimateCost } from './answer-cost.ts';

/** Past one of these, a text is shown as it is. */
const MAX_MS = 1_000;
const MAX_MS_AS_TEXT = 4_000;
const MAX_DEPTH = 40;
const MAX_LENGTH = 400_000;
/** Past one of these, not even a person who asks for it gets it formatted: the page would stop. */
const HARD_MS = 6_000;
const HARD_DEPTH = 300;
const HARD_LENGTH = 1_000_000;

export interface FormatProblem {
  /** Why a text is shown as it is, as a sentence. */
  reason: string;
  /** Whether it can be formatted when a person asks for it. */
  canFormat: boolean;
}

/** Why a text is not formatted by itself; null when it is. Takes a time linear in its length. */
export function whyNotFormatted(text: string): FormatProblem | null {
  if (text.length > HARD_LENGTH)
    return { reason: chatThreadText.tooLongToFormat, canFormat: false };
  const { ms, msAsText, depth } = estimateCost(text);
  const canFormat = depth <= HARD_DEPTH && msAsText <= HARD_MS;
  if (depth > MAX_DEPTH) {
    return { reason: chatThreadText.nested(depth), canFormat };
  }
  if (text.length > MAX_LENGTH) return { reason: chatThreadText.veryLong, canFormat };
  if (ms > MAX_MS || msAsText > MAX_MS_AS_TEXT) {
    return { reason: chatThreadText.tooManyParts, canFormat };
  }
  return null;
}
