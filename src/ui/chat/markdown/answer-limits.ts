import { chatThreadText } from '#ui/messages/chat-thread.ts';
import { type AnswerCost, estimateCost } from './answer-cost.ts';

/** Above one of these limits, a text is shown unformatted. */
const MAX_MS = 1_000;
const MAX_MS_AS_TEXT = 4_000;
const MAX_DEPTH = 40;
const MAX_LENGTH = 400_000;
/** Past one of these, not even a person who asks for it gets it formatted: the page would stop. */
const HARD_MS = 6_000;
/** Of one paragraph, list or table, which is formatted in one go. */
const HARD_PART_MS = 2_500;
const HARD_DEPTH = 150;
const HARD_LENGTH = 1_000_000;

/** Texts below this cost are formatted when drawn; others are queued, so that many of them do not block the page. */
const LIGHT_MS = 60;

interface FormatProblem {
  /** Why a text is shown unformatted, as a sentence. */
  reason: string;
  /** Whether it can be formatted when a person asks for it. */
  canFormat: boolean;
}

export interface FormatPlan {
  /** Why the text is not formatted by itself; null when it is. */
  problem: FormatProblem | null;
  isLight: boolean;
}

/** How a text is formatted. Takes a time linear in its length. */
export function planFormat(text: string): FormatPlan {
  if (text.length > HARD_LENGTH) {
    const problem = { reason: chatThreadText.tooLongToFormat, canFormat: false };
    return { problem, isLight: false };
  }
  const cost = estimateCost(text);
  return { problem: problemOf(text, cost), isLight: cost.ms <= LIGHT_MS };
}

/** Why a text is not formatted by itself; null when it is. */
function problemOf(
  text: string,
  { ms, msAsText, longestMs, depth }: AnswerCost,
): FormatProblem | null {
  const canFormat = depth <= HARD_DEPTH && msAsText <= HARD_MS && longestMs <= HARD_PART_MS;
  if (depth > MAX_DEPTH) {
    return { reason: chatThreadText.nested(depth), canFormat };
  }
  if (text.length > MAX_LENGTH) return { reason: chatThreadText.veryLong, canFormat };
  if (ms > MAX_MS || msAsText > MAX_MS_AS_TEXT) {
    return { reason: chatThreadText.tooManyParts, canFormat };
  }
  return null;
}
