import { toPlain } from '#base/words.ts';

const MONTH =
  '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mai|okt|dez|mrz|janv|fevr|avr|juin|juil|aout|ene|abr|ago|dic)';
/** A day of a month, in figures or words. */
const DATE = new RegExp(
  `\\b\\d{1,2}[./-]\\d{1,2}\\b|\\b\\d{4}-\\d{2}\\b|\\b\\d{1,2}(?:st|nd|rd|th)?\\.?\\s+(?:de\\s+|of\\s+)?${MONTH}|\\b${MONTH}\\w*\\.?\\s+\\d|\\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\\b|\\d\\s*月\\s*\\d`,
);
/** A number that is no day of a month. */
const AMOUNT =
  /[€$£¥]\s?\d|\d[\d.,' ]*\s?(?:[€$£¥]|eur|usd|gbp|chf|euros?|dollars?|pounds?|francs?|元|円|%)|\b\d+[.,]\d{2}\b/;
const CONTACT = /\S@\S+\.\w|https?:\/\/|www\.|\+?\d[\d ()/-]{6,}\d/;

/** What lines about a subject are likely to have in them, by its words. */
const FORMS: readonly [subject: RegExp, form: RegExp][] = [
  [
    /\b(?:deadlines?|due|dates?|days?|appointments?|birthdays?|events?|meetings?|expir\w+|fristen?|\w+fristen?|termine?|daten|datum|geburtstage?|echeances?|dates limites|fechas?|plazos?)\b/,
    DATE,
  ],
  [
    /\b(?:pay\w*|paid|prices?|costs?|fees?|amounts?|rents?|expenses?|invoices?|bills?|salar\w+|budgets?|refunds?|donations?|money|sums?|zahlung\w*|preise?|kosten|gebuhr\w*|betrag\w*|miete\w*|ausgaben?|rechnung\w*|paiements?|prix|couts?|pagos?|precios?|costes?)\b/,
    AMOUNT,
  ],
  [
    /\b(?:phones?|telephones?|e-?mails?|address\w*|contacts?|links?|websites?|urls?|telefon\w*|adressen?|kontakt\w*|correos?)\b/,
    CONTACT,
  ],
];

/** Which texts have the form that a subject asks for: a date of a deadline, a sum of a payment. Null for no such form. */
export function formOf(subject: string): ((text: string) => boolean) | null {
  const plain = toPlain(subject);
  const form = FORMS.find(([words]) => words.test(plain))?.[1];
  return form ? (text) => form.test(toPlain(text)) : null;
}

/** Addresses that a line has or has not, whatever its words are. Spaces or a sign join the digits of a number, a date has fewer. */
const ADDRESSES: readonly [named: RegExp, form: RegExp][] = [
  [/\be-?mail[ -]?(?:address(?:es)?|adressen?)\b|\bmailadressen?\b/, /\S@\S+\.\w/],
  [
    /\b(?:tele)?phone numbers?\b|\btelefonnummern?\b/,
    /(?<![\d.,/-])(?!\d{4}-\d\d-\d\d\b|\d\d?-\d\d?-\d{2,4}\b)(?:\+\d[\d ()/.-]{6,}\d|(?:\(\d{1,5}\)|0\d{1,5}|\d{2,5}(?=[ /-]))[ /-]?(?:\d[ -]?){4,}\d(?![\d.,/-]?\d))/,
  ],
  [/\b(?:links|urls?|web ?sites?|web addresses|webadressen)\b/, /https?:\/\/|\bwww\.\S/],
];

/** An address that a list is of: whether a text has one, and whether the list is of all of them. Null for any other list. */
export function listedAddress(
  subject: string,
): { isIn: (text: string) => boolean; isAll: boolean } | null {
  const plain = toPlain(subject);
  const [named, form] = ADDRESSES.find(([words]) => words.test(plain)) ?? [];
  if (!named || !form) return null;
  return { isIn: (text) => form.test(text), isAll: plain.replace(named, '').trim() === '' };
}

const NUMBER =
  /\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|\w+ty|hundred|thousand|million|dozen|once|twice|half|both|none|no|never|free|nothing)\b/;
const TIME =
  /\d|\b(?:january|february|march|april|may|june|july|august|september|october|november|december|\w+day|days?|weeks?|months?|years?|morning|noon|afternoon|evening|night|midnight|spring|summer|autumn|fall|winter|tomorrow|christmas|easter|immediately|always|never|once|after|before|until)\b/;
const YEAR = /\b(?:1\d|20)\d\d\b/;
const PAYS =
  /\b(?:cost|fee|pay|paid|price|charge|free|rent|worth|sum|total|spen[dt]|gives?|receives?)\w*/;
const hasMoney = (text: string) => AMOUNT.test(text) || (PAYS.test(text) && NUMBER.test(text));
const PHONE = /\d[\d ()/-]{4,}\d/;

/** What the answer to a question has in it, by the words that ask for it; the first that fits. */
const ANSWERS: readonly [asked: RegExp, form: (text: string) => boolean][] = [
  [/\b(?:phone|telephone|fax)\b|\bwhat number\b/, (text) => PHONE.test(text)],
  [/\be-?mail address\b/, (text) => text.includes('@')],
  [/\b(?:website|web page|url)\b/, (text) => /https?:|www\.|\.\w{2,3}\b/.test(text)],
  [/\bpasswords?\b/, (text) => /\b(?:passwords?|passphrase|code|key)\b/.test(text)],
  [/\b(?:what|which) year\b/, (text) => YEAR.test(text)],
  [
    /\bhow much (?:does|do|did|is|are|was|were|will|would|must|should|can)\b.*\b(?:cost|pay|paid|charge)|\b(?:what|how much)\b.*\bcosts?\b/,
    hasMoney,
  ],
  [
    /\bhow (?:many|much|long|often|far|old|high|tall|deep|wide|heavy|big|fast)\b/,
    (text) => NUMBER.test(text),
  ],
  [
    /\bwhen\b|\b(?:what|which) (?:date|day|time|month)\b|\bhow (?:soon|late|early)\b/,
    (text) => TIME.test(text),
  ],
];

/** Whether a text has what a question in English asks for: a number, a time, an address. Null where its words say nothing of it. */
export function answerFormOf(question: string): ((text: string) => boolean) | null {
  const plain = toPlain(question);
  const form = ANSWERS.find(([asked]) => asked.test(plain))?.[1];
  return form ? (text) => form(toPlain(text)) : null;
}
