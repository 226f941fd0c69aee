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
