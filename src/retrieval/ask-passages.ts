import { isOtherLanguage } from '#base/other-language.ts';
import { rankingTerms } from '#base/words.ts';
import { formOf } from './expected-form.ts';
import { isForm, LIGHT_WORDS } from './function-words.ts';
import { isPlainQuestion, subjectOf } from './is-answerable.ts';
import { measuredBy } from './table-operations.ts';

/** A passage with the name of its source. */
interface NamedPassage {
  name: string;
  text: string;
  /** The text is a result that was computed for the question. */
  isResult?: boolean;
  /** How likely it answers, from 0 to 1, where a cross-encoder has read it. */
  relevance?: number;
}

/** How likely an answer is that no refusal is offered for, whatever words the question has. */
const SURE = 0.5;

/** Words for a price, as `rankingTerms`. */
const PRICES = new Set(['charge', 'cost', 'fee', 'paid', 'pay', 'price', 'spend', 'spent']);
/** “Old newspapers” are newspapers, while “how old” asks for an age. */
const OLD = /(?<!\bhow )\b(?:old|new)\b/gi;
const hasPrice = formOf('price');
const TASK = 'Answer this question in one or two sentences, using only the passages above';
/** The answer of a model to a question that its passages do not answer. */
export const REFUSED = 'The documents do not say.';
const REFUSAL = `If they do not say it, answer: ${REFUSED}`;

/**
 * A question with the passages that may answer it before it. Small models follow an instruction that comes last, and
 * asked to cite they write little else: the sources of an answer are found afterwards (cite-answer.ts, docs/real-models.md).
 * @param canRefuse whether a refusal is offered
 */
export function askPassages(
  question: string,
  passages: readonly NamedPassage[],
  canRefuse = mayRefuse(question, passages),
): string {
  if (passages.length === 0) return question;
  const texts = passages.map(({ name, text }) => `${name}:\n${text.trimEnd()}`);
  const task = canRefuse ? `${TASK}. ${REFUSAL}\n\nQuestion: ${question}` : `${TASK}: ${question}`;
  return [...texts, task].join('\n\n');
}

/**
 * Whether a model may refuse to answer: no passage has all words of a question. Offered a refusal, small models also take
 * it where a passage answers, and without one they invent (measured: docs/real-models.md).
 */
function mayRefuse(question: string, passages: readonly NamedPassage[]): boolean {
  if (!isPlainQuestion(question) || passages.some(({ isResult }) => isResult)) return false;
  if (passages.some(({ relevance = 0 }) => relevance >= SURE)) return false;
  const subject = subjectOf(question.replace(OLD, ' ')).filter((word) => !LIGHT_WORDS.has(word));
  return !passages.some(({ name, text }) => {
    // A text in another language shares no words, whatever it is about.
    if (isOtherLanguage(text)) return true;
    const words = [...new Set(rankingTerms(`${name} ${text}`))];
    return subject.every(
      (word) =>
        [word, ...measuredBy(word)].some((one) => words.some((other) => isForm(one, other))) ||
        // A price is a sum, whatever it is called.
        (PRICES.has(word) && hasPrice?.(text)),
    );
  });
}
