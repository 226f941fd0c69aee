import { runsOf, toPlain } from '#base/words.ts';
import { isEmptyWord } from './question-words.ts';
import { MONTH, type TextTable } from './table-rows.ts';
import { stem } from './table-words.ts';

/** How the part that asks begins. */
const ASKS =
  '(?:(?:in|on|at|for|from|by|to) (?=which\\b|what\\b))?(?:how (?:many|much|often|long|old|heavy|tall|far|big|large|high|deep)|which|what|who|whose|when|where|the (?:number|total|sum|average|three|two|five|\\p{L}+est)|compare)\\b';
/** A part before it that ends in a mark, or in a verb of asking. */
const LED = new RegExp(
  `^(?<lead>(?:[^?]*?[:;,.!–—]|[^?]*? -|[^?]*?\\b(?:know|asks?|asked|asking|wonder|wonders|wondering|tell (?:me|us)|see|say|find out|check|need|give (?:me|us))))\\s+(?:(?:so|and|but|now|then|please),? )?(?<asked>${ASKS}.*)$`,
  'isu',
);
/** Who speaks: everything else may say which rows are meant. */
const SPEAKER =
  /^(?:(?:hi|hello|hey|ok|okay|so|well|please|sorry)[,!]? )*(?:i|i'm|i'd|i've|we|we're|we'd|we've|(?:my|our|the|a|an) (?:\p{L}+ ){1,3}?(?=asks?\b|asked\b|is asking\b|wants?\b|would\b|needs?\b|wonders?\b)|(?:can|could|would|will) you|do you|please|tell|give|let's|someone|somebody|he|she|they)\b.*\b(?:know|ask|asks|asked|asking|wonder|wonders|wondering|tell|say|see|find|check|checking|need|needs|want|wants|like|look|have|am|are|'m|'re|give|trying)\b|^(?:i'm|i am|we're|we are) (?:\p{L}+ing)\b/u;
/** Words alone that lead to a question, and its purpose. */
const OPENING =
  /^(?:(?:hi|hello|hey|ok|okay|so|well|please|sorry|right|thanks|and|now|also|just|a|one|another|my|the|quick|short|small|simple|last|next|more|final|first|further|question|one|thing|check|curious|checking|wondering|out of curiosity)\b[\s,!]*)+$/;
const PURPOSE =
  /^(?:just |only )?(?:for|as part of|towards) (?:my|our|the|a|an|this) (?:report|newsletter|leaflet|application|accounts|slides?|presentation|minutes|meeting|office|insurance|insurer|website|poster|board|council|committee|budget|audit|summary|statistics|article|talk|speech|review|records?|chart|brochure|paper|press)\b(?:,? (?:i|we) (?:need|want|would like)(?: to know)?)?$/;
/** Words that may say which rows are meant, or that the rest does. */
const NARROWS =
  /\b(?:only|just the|except|excluding|including|without|not|no|never|n't|mean|means|meant|regarding|concerning|about|from|at|in|within|where|whose|which|who|what|that|those|these|ones?|this|last|next|today|since|until|before|after|week|month|year|weekend|during|under|over|between|with)\b/;
/** A word that means something said before. */
const REFERS = /\b(?:they|them|these|those|their|theirs|it|its|such|ones?|of that|of this)\b/;
const TIME = new RegExp(`\\d|\\b(?!may\\b)(?:${MONTH})\\b`, 'iu');
/** Of comparing some the column is meant. */
const COMPARING =
  /^.*\bcompar(?:ing|e) (?:all )?(?:the |our |my )?(\p{L}+)[,:;.]? (?:and |so )?which (?:one )?(?=(?:is|are|was|were|has|have|had|gets?|got)\b)/iu;
/** Words that end a question politely. */
const POLITE = /[,.]? (?:please|thanks|thank you|cheers)(?=\s*[?.!]*$)/iu;

/**
 * A question without the words around it: “I'm writing a report, so how many …” asks only the last. What may say
 * which rows are meant stays: then it is not understood.
 */
export function withoutAsides(question: string, table: TextTable): string {
  const polite = question.replace(/[’ʼ]/gu, "'").trim().replace(POLITE, '');
  const compared = COMPARING.exec(polite);
  if (compared) return polite.replace(COMPARING, (_, noun: string) => `which ${stem(noun)} `);
  const { lead = '', asked = '' } = LED.exec(polite)?.groups ?? {};
  return lead !== '' && isAside(lead, asked, table) ? asked : polite;
}

function isAside(lead: string, asked: string, table: TextTable): boolean {
  const plain = toPlain(lead)
    .replace(/[:;,.!–—-]+\s*$/u, '')
    .trim();
  if (OPENING.test(plain)) return true;
  // “For the office, how many chairs …” may mean a value.
  if (PURPOSE.test(plain)) {
    return ![...runsOf(plain)].some(([word]) => !isEmptyWord(word) && isOf(word, table));
  }
  // A name, a time, or a number.
  if (TIME.test(lead) || /(?<=\S\s)(?!I\b)\p{Lu}/u.test(lead)) return false;
  if (!SPEAKER.test(plain) || NARROWS.test(plain.replace(SAID, ' '))) return false;
  if (REFERS.test(toPlain(asked))) return false;
  const again = new Set([...runsOf(toPlain(asked))].map(([word]) => stem(word)));
  return [...runsOf(plain.replace(SAID, ' '))].every(
    ([word]) => word.length < 4 || isEmptyWord(word) || again.has(stem(word)) || !isOf(word, table),
  );
}

/** What a lead says without a meaning for rows. */
const SAID =
  /\b(?:for (?:my|our|the|a|an) (?:\p{L}+ )?(?:report|newsletter|leaflet|application|accounts|slides?|presentation|minutes|meeting|office|insurance|insurer|website|poster|board|council|committee|budget|audit|summary|statistics|article|records?)|(?:interested|look) in(?:to)?|(?:would|'d) like to know|wants? to know)\b/gu;

/** Whether a table has a word, in a name of a column or in a cell. */
function isOf(word: string, { title, columns, rows }: TextTable): boolean {
  const wanted = stem(word);
  const has = (text: string) => toPlain(text).includes(wanted);
  return (
    has(title) ||
    columns.some(({ name }) => has(name)) ||
    rows.some(({ cells }) => [...cells.values()].some(has))
  );
}
