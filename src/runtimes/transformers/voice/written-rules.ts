import { cardinal, digitByDigit, ordinal } from './number-words.ts';

/** One written form and how it is read; null leaves it as it stands. A group that took no part is undefined. */
export interface Rule {
  form: RegExp;
  read: (all: string, ...parts: string[]) => string | null;
}

export const rule = (form: string, read: Rule['read'], flags = 'gu'): Rule => ({
  form: new RegExp(form, flags),
  read,
});

/** Before and after a form that is not part of a longer word or number. */
export const FROM = '(?<![\\p{L}\\p{N}_.,])';
export const TO = '(?![\\p{L}\\p{N}_])';
/** Groups of three digits, or of two before the last as in India. */
const GROUPED = '\\d{1,3}(?:,\\d{3})+|\\d{1,2}(?:,\\d{2})+,\\d{3}';
/** A whole number. */
export const WHOLE = `(?:${GROUPED}|\\d+)`;
export const NUMBER = `${WHOLE}(?:\\.\\d+)?`;

export const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/]/gu, '\\$&');

/** An expression for any of some words, the longest first. */
export const oneOf = (words: Iterable<string>) =>
  [...words]
    .sort((a, b) => b.length - a.length)
    .map(escaped)
    .join('|');

/** '1,250' → 'one thousand two hundred fifty', '3.50' → 'three point five zero'. */
export function numberWords(text: string): string {
  const plain = text.replaceAll(',', '');
  if (!plain.includes('.')) return cardinal(BigInt(plain));
  const [whole = '0', fraction = ''] = plain.split('.');
  return `${cardinal(BigInt(whole || '0'))} point ${digitByDigit(fraction)}`;
}

export const isOne = (text: string) => /^1(?:\.0+)?$/u.test(text);
export const ordinalOf = (text: string) => ordinal(BigInt(text.replaceAll(',', '')));

/** The two digits at the end of a year or a time. */
export function pair(n: number): string {
  if (n === 0) return 'hundred';
  return n < 10 ? `oh ${cardinal(BigInt(n))}` : cardinal(BigInt(n));
}
