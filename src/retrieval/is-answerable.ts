import { isOtherLanguage } from '#base/other-language.ts';
import { rankingTerms } from '#base/words.ts';
import { FUNCTION_WORDS, isForm, LIGHT_WORDS } from './function-words.ts';

/** Share of a question's words in one passage below which none is about it (measured on XQuAD: docs/real-models.md). */
const MIN_SHARE = 0.25;
/** Cosine above which a passage may answer in other words. */
const NEAR = 0.3;
/** Fewer words leave the subject open. */
const MIN_WORDS = 3;
/** The first of a ranking: the others share less. */
const MAX_PASSAGES = 20;
/** A longer message is a text, not a question. */
const MAX_CHARACTERS = 200;

/** A question that needs no earlier message: "What else did they write?" does. */
const QUESTION =
  /^(?:(?:\w+ ){0,3}(?:what|who|whom|whose|which|when|where|why|how)|is|are|was|were|do|does|did|has|have|can|may|must|should)\b/i;
const REFERENCE =
  /\b(?:you|your|it|its|this|that|these|those|they|them|their|he|him|his|she|her|we|us|our)\b/i;
/** Words for documents as a whole, which need not stand in them. */
const WHOLE =
  /\b(?:documents?|files?|texts?|pdfs?|pages?|papers?|books?|articles?|sections?|chapters?|slides?|sheets?|attachments?|authors?|title|topics?|summary|main|key|important|takeaways?|overview|gist)\b/i;

/** Whether a message is a question in English about some thing, which passages about that thing can answer. */
export const asksForFact = (message: string): boolean =>
  isPlainQuestion(message) && subjectOf(message).length >= MIN_WORDS;

/** Whether a message is a question in English that needs no earlier message, and is about a part of the documents. */
export function isPlainQuestion(message: string): boolean {
  const text = message.trim();
  if (text.length > MAX_CHARACTERS || isOtherLanguage(text)) return false;
  return QUESTION.test(text) && !REFERENCE.test(text) && !WHOLE.test(text);
}

/** What people ask, in whatever words: after a clause, without a question mark, in a hurry. */
const ASKS =
  /\b(?:what|who|whom|whose|which|when|where|why|how)(?:['’]?s)?\b|(?:^|[,.;:!?] ?(?:and |so |but )?)(?:is|are|was|were|do|does|did|has|have|can|may|must|should|will|would)\b|\?\s*$/i;
/** What asks for more than a sentence. */
const ALL_OF_IT =
  /\b(?:summar\w+|overview|gist|takeaways?|(?:key|main) points?|(?:the|this|these|each|all|both) (?:documents?|files?|texts?|pdfs?|articles?))\b/i;
/** Requests that a model fulfils, not the documents. */
const TASK =
  /\b(?:can|could|would|will) (?:you|u)\b|\b(?:how|who|what) are you\b|\b(?:write|draft|compose|translate|rewrite|rephrase|explain|compare|list all)\b|^(?:please |hi,? |hello,? )?(?:make|create|list|give me|show me|tell me a|help)\b/i;
const MAX_ASKED = 400;

/**
 * Whether a message asks, in English, what a sentence of the documents may answer.
 * @param isFirst whether no message before it can be meant by a word such as “it”
 */
export function asksForSentence(message: string, isFirst: boolean): boolean {
  const text = message.trim();
  if (text.length > MAX_ASKED || isOtherLanguage(text)) return false;
  if (ALL_OF_IT.test(text) || TASK.test(text)) return false;
  return ASKS.test(text) && (isFirst || !REFERENCE.test(text));
}

/** Whether ranked passages may answer such a question: one shares its words or its meaning. Other messages they may. */
export function isAnswerable(
  question: string,
  ranked: readonly { passage: { text: string }; cosine: number }[],
): boolean {
  if (!asksForFact(question)) return true;
  // Without vectors only words count, and an answer may be in others.
  const nearest = ranked.reduce((max, { cosine }) => Math.max(max, cosine), 0);
  if (nearest === 0 || nearest >= NEAR) return true;
  const subject = subjectOf(question);
  return ranked.slice(0, MAX_PASSAGES).some(({ passage: { text } }) => {
    // A text in another language shares no words, whatever it is about.
    if (isOtherLanguage(text)) return true;
    const words = new Set(rankingTerms(text));
    return subject.filter((word) => words.has(word)).length >= MIN_SHARE * subject.length;
  });
}

/** The words of a question that say what it is about, as `rankingTerms`. */
export const subjectOf = (question: string): string[] =>
  [...new Set(rankingTerms(question))].filter(
    (word) => word.length > 1 && !FUNCTION_WORDS.has(word),
  );

/** Which share of the words that say what a question is about a text has, in any form: 0 to 1. */
export function wordsShared(question: string): (text: string) => number {
  const asked = subjectOf(question).filter((word) => !LIGHT_WORDS.has(word));
  return (text) => {
    const words = rankingTerms(text);
    const shared = asked.filter((word) => words.some((other) => isForm(word, other)));
    return shared.length / Math.max(1, asked.length);
  };
}

/** Words of a sentence that ask for something by themselves: “How large is it?” needs the sentence before. */
const ENOUGH_WORDS = 2;

/** The sentence of a message that asks: the others say how it came to that, in words that stand in no document. */
export function askingPart(message: string): string {
  const sentences = message.trim().split(/(?<=[.!?])\s+/u);
  const asking = sentences.findLast((one) => one.endsWith('?')) ?? sentences.at(-1) ?? '';
  const own = subjectOf(asking).filter((word) => !REFERENCE.test(word));
  return own.length >= ENOUGH_WORDS ? asking : message;
}
