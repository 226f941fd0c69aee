import { sentencesOf } from '#documents/sentences.ts';
import { createWordIndex, type WordIndex } from './bm25.ts';
import { withoutFunctionWords } from './function-words.ts';

/** Begins only where a gap begins: otherwise a long gap is searched from each of its spaces. */
const CITATION = /(?<!\s)\s*\[(\d{1,2})\]/g;
/** A cited passage stays cited when its score is at least this share of the best passage's. */
const ENOUGH = 0.5;

const SOURCE =
  '(?:passages?|documents?|texts?|files?|sources?|context|passagen?|textstellen?|stellen?|dokumente?n?|dateien?|quellen?)';
/** What people call a document. Of these only its silence is a denial: a contract that does not include heating says so. */
const PAPER =
  '(?:contract|lease|agreement|letter|report|manual|invoice|receipt|page|note|minutes|policy|policies|recording|transcript|e-?mail|table|(?:miet)?vertrag|brief|bericht|handbuch|rechnung|beleg|seite|notiz|protokoll|aufnahme|tabelle)s?';
const SAID = '(?:mention|say|state|specif|indicat|erwähn)';
const NOT = "(?:not|never|cannot|n['’]t|nicht|nichts|keine?[mnrs]?)";
const FOUND =
  '(?:mention|say|state|specif|provid|contain|giv|includ|answer|indicat|found|available|erwähn|genannt|gesagt|enthalten|angegeben)';

/** What a sentence says of passages that do not answer, in English or German. */
const DENIALS = [
  // The passages do not mention it. Die Dokumente enthalten keine Angaben.
  `${SOURCE}(?: \\w+){0,2}? ?${NOT} (?:\\w+ ){0,2}?(?:${FOUND}|angaben|informationen|hinweis|antwort)`,
  // It is not mentioned in the text.
  `${NOT}(?: \\w+){0,3}? ${FOUND}\\w*(?: \\w+){0,3}? ${SOURCE}`,
  // The lease does not mention it. Der Vertrag sagt dazu nichts.
  `${PAPER}(?: \\w+){0,2}? ?${NOT} (?:\\w+ )?${SAID}`,
  `${PAPER} (?:says? nothing|mentions? (?:no|nothing)|(?:erwähnt|nennt|sagt) (?:\\w+ ){0,2}?(?:nichts|keine?[mnrs]?))\\b`,
  // The tenant does not say. It is not stated. Das wird nicht erwähnt.
  `${NOT} (?:${SAID}\\w*|genannt|angegeben|gesagt)(?: (?:so|it|that|this))?[.!]?\\s*$`,
  // There is no information about it.
  '(?:no|keine) (?:\\w+ ){0,2}?(?:information|informationen|mention|angaben|passage|textstelle|stelle|answer|antwort)\\b',
  // It is not possible to say.
  '(?:not possible|impossible|unable|cannot|could not|can not)(?: be)?(?: to)? (?:say|tell|determine|determined|answer|answered|find|found)\\b',
].map((pattern) => new RegExp(`(?:^|\\W)${pattern}`, 'iu'));

/** A part of an answer, and the passages that it is from: numbers from 1. */
interface CitedPart {
  start: number;
  end: number;
  numbers: number[];
}

/**
 * An answer whose citations are checked against its passages: small models write a wrong number, all of them
 * or none. A sentence cites the passages that it shares words with which no other has; what the model cited
 * stays where that supports it.
 */
export function citeAnswer(answer: string, question: string, passages: readonly string[]): string {
  let cited = '';
  let at = 0;
  for (const { start, end, numbers } of findCitations(answer, question, passages)) {
    cited += answer.slice(at, start) + write(answer.slice(start, end), numbers);
    at = end;
  }
  return cited + answer.slice(at);
}

/** The parts of an answer, each with its source passages. Answers with tables or code have none. */
export function findCitations(
  answer: string,
  question: string,
  passages: readonly string[],
): CitedPart[] {
  // Sentences cannot be found in tables and code.
  if (passages.length === 0 || /```|^[^\S\n]*\|/m.test(answer)) return [];
  // The extra empty passage gives weight to words that two of three passages share.
  const index = createWordIndex([...passages, '']);
  const parts = joinCitations(answer, [...sentencesOf(answer)]).map(({ start, end }) => {
    const sentence = answer.slice(start, end);
    if (isDenial(sentence)) return { start, end, numbers: [] };
    return { start, end, numbers: choose(index, sentence, given(sentence, passages.length)) };
  });
  const isCited = parts.some(({ numbers }) => numbers.length > 0);
  if (isCited || isDenial(answer)) return parts;
  const numbers = choose(index, `${question} ${answer}`, given(answer, passages.length));
  // No sentence alone: the whole of it. Where nothing supports it, its citations are wrong.
  return numbers.length > 0 ? [{ start: 0, end: answer.length, numbers }] : [];
}

function isDenial(text: string): boolean {
  const said = text.replace(CITATION, '');
  return DENIALS.some((pattern) => pattern.test(said));
}

/** Sentences with the citations that follow their full stop. */
function joinCitations(text: string, spans: readonly { start: number; end: number }[]) {
  const joined: { start: number; end: number }[] = [];
  for (const { start, end } of spans) {
    const last = joined.at(-1);
    const isCitation = text.slice(start, end).replace(CITATION, '').trim() === '';
    if (last && isCitation) last.end = end;
    else joined.push({ start, end });
  }
  return joined;
}

/** Numbers that a text cites. */
function given(text: string, count: number): number[] {
  const numbers = [...text.matchAll(CITATION)].map(([, digits]) => Number(digits));
  return [...new Set(numbers)].filter((number) => number >= 1 && number <= count);
}

/** Numbers of the passages that support a text: those given that do, otherwise the best. */
function choose(index: WordIndex, text: string, cited: readonly number[]): number[] {
  // In three passages an "in" is as rare as a name.
  const scores = [...index.scores(withoutFunctionWords(text.replace(CITATION, '')))];
  const best = Math.max(...scores);
  if (best === 0) return [];
  const strong = cited.filter((number) => (scores[number - 1] ?? 0) >= ENOUGH * best);
  return strong.length > 0 ? strong : [scores.indexOf(best) + 1];
}

function write(text: string, numbers: readonly number[]): string {
  const plain = text.replace(CITATION, '').trim();
  const space = text.slice(text.trimEnd().length);
  return `${[plain, ...numbers.map((number) => `[${number}]`)].join(' ')}${space}`;
}
