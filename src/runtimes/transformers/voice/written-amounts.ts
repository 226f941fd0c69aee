import { cardinal, ordinal, year } from './number-words.ts';
import {
  FROM,
  isOne,
  NUMBER,
  numberWords,
  oneOf,
  ordinalOf,
  pair,
  type Rule,
  rule,
  TO,
} from './written-rules.ts';
import { MONEY, UNITS } from './written-words.ts';

const MONTHS =
  'January February March April May June July August September October November December'.split(
    ' ',
  );
const SHORT_MONTHS = MONTHS.filter((m) => m.length > 4).map((m) => `${m.slice(0, 3)}\\.?`);
const MONTH = [...MONTHS, ...SHORT_MONTHS, 'Sept\\.?'].join('|');
const monthOf = (text: string) => MONTHS.find((m) => m.slice(0, 3) === text.slice(0, 3)) ?? text;

const DAYS = 'Monday Tuesday Wednesday Thursday Friday Saturday Sunday'.split(' ');
const DAY = 'Mon|Tues?|Wed|Thu(?:rs?)?|Fri|Sat|Sun';
const dayOf = (text: string) => DAYS.find((day) => day.startsWith(text.slice(0, 3))) ?? text;
const monthWords = (month: string, y: string) => `${MONTHS[Number(month) - 1]} ${year(Number(y))}`;

export const ALL_UNITS = oneOf(UNITS.keys());
/** Units that no slash is part of: two of them with one are a rate. */
const SMALL_UNITS = oneOf([...UNITS.keys()].filter((unit) => /^[\p{L}µ]+$/u.test(unit)));
export const unitOf = (unit: string) => UNITS.get(unit) ?? ([unit, unit] as const);
const ALL_MONEY = oneOf(MONEY.keys());
const BIG = 'hundred|thousand|million|billion|trillion|bn|mn|[kKmMbBtT]';
const SCALES: Readonly<Record<string, string>> = {
  k: 'thousand',
  m: 'million',
  mn: 'million',
  b: 'billion',
  bn: 'billion',
  t: 'trillion',
};
const scaleOf = (text: string) => SCALES[text.toLowerCase()] ?? text;
const DEGREES: Readonly<Record<string, string>> = {
  C: ' Celsius',
  F: ' Fahrenheit',
  K: ' Kelvin',
  N: ' north',
  S: ' south',
  E: ' east',
  W: ' west',
};
/** A unit that is also a word or a plural where a space stands before it. */
const AMBIGUOUS = /^(?:in|A|t)$/u;
const fullYear = (y: string) => {
  if (y.length !== 2) return y;
  return Number(y) > 50 ? `19${y}` : `20${y}`;
};

function clock(hours: string, minutes: string, seconds = '', half = ''): string | null {
  const [h, m, s] = [Number(hours), Number(minutes), Number(seconds || '0')];
  if (h > 24 || m > 59 || s > 59) return null;
  // Two zeros begin the day; one begins a length of time, or of music.
  if (hours === '00' && !seconds && !half)
    return m === 0 ? 'midnight' : clock('12', minutes, '', 'a');
  const after = half ? ` ${half.toLowerCase()}.m.` : '';
  const full = after || seconds ? '' : " o'clock";
  const minute = m === 0 ? full : ` ${pair(m)}`;
  const second = seconds ? ` and ${cardinal(BigInt(s))} ${s === 1 ? 'second' : 'seconds'}` : '';
  return `${cardinal(BigInt(h))}${minute}${second}${after}`;
}

export function dateWords(y: string | undefined, month: number, day: number): string | null {
  const name = MONTHS[month - 1];
  if (!name || day < 1 || day > 31) return null;
  return `${name} ${ordinal(BigInt(day))}${y ? `, ${year(Number(fullYear(y)))}` : ''}`;
}

function money(sign: string, written: string, big = ''): string {
  const amount = written.startsWith('.') ? `0${written}` : written;
  const [one = '', several = '', smallOne = '', small = ''] = MONEY.get(sign) ?? [];
  if (big) return `${numberWords(amount)} ${scaleOf(big)} ${several}`;
  const [whole = '0', cents = ''] = amount.replaceAll(',', '').split('.');
  if (cents.length !== 2 || !small)
    return `${numberWords(amount)} ${isOne(amount) ? one : several}`;
  const main = `${cardinal(BigInt(whole))} ${whole === '1' ? one : several}`;
  const rest = `${cardinal(BigInt(cents))} ${cents === '01' ? smallOne : small}`;
  if (cents === '00') return main;
  return whole === '0' ? rest : `${main} and ${rest}`;
}

const PER: Readonly<Record<string, string>> = {
  mo: 'month',
  yr: 'year',
  hr: 'hour',
  h: 'hour',
  wk: 'week',
  kg: 'kilogram',
  lb: 'pound',
};

function decade(tens: number): string {
  if (tens === 0) return 'hundreds';
  if (tens === 10) return 'tens';
  return `${cardinal(BigInt(tens)).slice(0, -1)}ies`;
}

/** Dates, times, money and amounts with units. */
export const AMOUNTS: readonly Rule[] = [
  // Dates and times.
  rule(
    `${FROM}(\\d{4})-(\\d{2})-(\\d{2})(?:T(\\d{2}):(\\d{2})(?::\\d{2}(?:\\.\\d+)?)?(?:Z|[+-]\\d{2}:?\\d{2})?)?${TO}`,
    (_, y, m, d, hours, minutes) => {
      const day = dateWords(y, Number(m), Number(d));
      return day && hours && minutes ? `${day}, ${clock(hours, minutes)}` : day;
    },
  ),
  rule(`${FROM}(\\d{1,2})/(\\d{1,2})/(\\d{4}|\\d{2})${TO}`, (_, a, b, y) =>
    Number(a) <= 12 ? dateWords(y, Number(a), Number(b)) : dateWords(y, Number(b), Number(a)),
  ),
  rule(
    `\\b(${MONTH}) (\\d{1,2})\\s?[-–]\\s?(\\d{1,2})(?!\\d)`,
    (_, m, a, b) => `${monthOf(m)} ${ordinalOf(a)} to ${ordinalOf(b)}`,
  ),
  rule(
    `\\b(${MONTH}) (\\d{1,2})(?:st|nd|rd|th)?(?![\\d:%.]\\d|\\d)(?:,? (\\d{4}))?(?!\\d)`,
    (_, m, d, y) =>
      Number(d) >= 1 && Number(d) <= 31
        ? `${monthOf(m)} ${ordinalOf(d)}${y && /^\d/u.test(y) ? `, ${year(Number(y))}` : ''}`
        : null,
  ),
  rule(
    `${FROM}(the )?(\\d{1,2})(?:st|nd|rd|th)? (?:of )?(${MONTH})(?:,? (\\d{4}))?(?![\\w])`,
    (_, the, d, m, y) =>
      Number(d) >= 1 && Number(d) <= 31
        ? `${the ?? 'the '}${ordinalOf(d)} of ${monthOf(m)}${y && /^\d/u.test(y) ? `, ${year(Number(y))}` : ''}`
        : null,
  ),
  rule(`${FROM}(\\d{4})/(\\d{1,2})/(\\d{1,2})${TO}`, (_, y, m, d) =>
    dateWords(y, Number(m), Number(d)),
  ),
  rule(`${FROM}(1[89]\\d\\d|20\\d\\d)-(0[1-9]|1[0-2])(?![\\w-])`, (_, y, m) => monthWords(m, y)),
  rule(`${FROM}(0?[1-9]|1[0-2])/(1[89]\\d\\d|20\\d\\d)(?![\\w/])`, (_, m, y) => monthWords(m, y)),
  rule(
    `\\b(${MONTH}),? '(\\d{2})(?!\\d)`,
    (_, m, y) => `${monthOf(m)} ${year(Number(fullYear(y)))}`,
  ),
  rule(`\\b(${DAY})\\.?\\s?[-–]\\s?(${DAY})\\b\\.?`, (_, a, b) => `${dayOf(a)} to ${dayOf(b)}`),
  rule(`\\b(${DAY})\\.?,? (?=(?:${MONTH}) \\d|the \\w+ of )`, (_, day) => `${dayOf(day)}, `),
  rule(
    `\\b(${MONTH})\\s?[-–]\\s?(${MONTH})(?![\\w])`,
    (_, a, b) => `${monthOf(a)} to ${monthOf(b)}`,
  ),
  rule('\\b([Nn]oon|[Mm]idnight)\\s?[-–]\\s?(?=\\d)', (_, time) => `${time} to `),
  rule(`\\b(${MONTH}),? (\\d{4})(?!\\d)`, (_, m, y) => `${monthOf(m)} ${year(Number(y))}`),
  rule(
    '(?<=\\d|[AaPp]\\.?[Mm]\\.?)\\s?[-–]\\s?(?=\\d{1,2}(?::\\d{2}|\\s?[AaPp]\\.?[Mm]\\b))',
    () => ' to ',
  ),
  rule('(?<=\\d:\\d{2})\\s?[-–]\\s?(?=\\d{1,2}\\b)', () => ' to '),
  rule(
    `${FROM}(\\d{1,2})\\s?[-–]\\s?(?=\\d{1,2}\\s?[AaPp]\\.?[Mm]\\b)`,
    (_, h) => `${numberWords(h)} to `,
  ),
  rule(
    `${FROM}(\\d{1,2}):(\\d{2})(?::(\\d{2}))?(?:\\s?([AaPp])\\.?\\s?[Mm](?:\\.(?=\\s+[a-z])|(?![A-Za-z])))?(?!\\d)`,
    (_, h, m, s, half) =>
      clock(h, m, /^\d+$/u.test(s ?? '') ? s : '', /^[aApP]$/u.test(half ?? '') ? half : ''),
  ),
  rule(
    `${FROM}(\\d{1,2})\\.([0-5]\\d)\\s?([AaPp])\\.?[Mm](?:\\.(?=\\s+[a-z])|(?![A-Za-z]))`,
    (_, h, m, half) => clock(h, m, '', half),
  ),
  rule(`${FROM}(\\d{1,2})\\s?([AaPp])\\.?[Mm](?:\\.(?=\\s+[a-z])|(?![A-Za-z]))`, (_, h, half) =>
    clock(h, '00', '', half),
  ),
  rule(`${FROM}['’](\\d)0s${TO}`, (_, tens) =>
    `the ${decade(Number(tens) * 10)}`.replace(/^the the /u, 'the '),
  ),
  rule(`${FROM}([2-9])0['’]?s${TO}`, (_, tens) => decade(Number(tens) * 10)),
  rule(
    `${FROM}(\\d{2})(\\d)0['’]?s${TO}`,
    (_, century, tens) =>
      `${Number(century) % 10 === 0 && tens === '0' ? `${cardinal(BigInt(`${century}00`))}s` : `${cardinal(BigInt(century))} ${decade(Number(tens) * 10)}`}`,
  ),
  rule(`${FROM}24/7${TO}`, () => 'twenty-four seven'),
  rule(`${FROM}9/11${TO}`, () => 'nine eleven'),
  rule(`${FROM}50/50${TO}`, () => 'fifty fifty'),
  // Money.
  rule(
    `(?<![\\p{L}\\p{N}])([-−]?)(${ALL_MONEY})\\s?(${NUMBER})\\s?[-–]\\s?(?:${ALL_MONEY})?\\s?(${NUMBER})(?:\\s?(${BIG})(?![A-Za-z]))?(?![\\p{L}\\p{N}])`,
    (_, __, sign, a, b, big) => `${numberWords(a)} to ${money(sign, b, big)}`,
  ),
  rule(
    `(?<![\\p{L}\\p{N}])([-−]?)(${ALL_MONEY})\\s?(${NUMBER}|\\.\\d\\d)(?:[\\s-]?(${BIG})(?![A-Za-z]))?(?![\\p{N}])`,
    (_, minus, sign, n, big) => `${minus ? 'minus ' : ''}${money(sign, n, big)}`,
  ),
  rule(
    `${FROM}(${NUMBER})(?:\\s?(${BIG})(?![A-Za-z]))?\\s?(${ALL_MONEY})(?![\\p{L}\\p{N}])`,
    (_, n, big, sign) => money(sign, n, big),
  ),
  rule(`${FROM}(${NUMBER})\\s?¢`, (_, n) => `${numberWords(n)} ${isOne(n) ? 'cent' : 'cents'}`),
  rule(
    '(?<=\\b(?:dollars?|cents?|euros?|pounds?|pence|yen|francs?)) ?\\/ ?(month|mo|year|yr|day|hour|hr|h|week|wk|person|user|seat|unit|kg|lb|night)\\b',
    (_, per) => ` per ${PER[per] ?? per}`,
  ),
  // Amounts.
  rule(
    `${FROM}(${NUMBER})-(ft|in|lb|oz|mi|yd|km|cm|mm|kg|hr|min|sec)${TO}`,
    (_, n, unit) => `${numberWords(n)} ${unitOf(unit)[0]}`,
  ),
  rule(`(?<![\\p{L}\\p{N}])Rs\\.? ?(${NUMBER})(?![\\p{L}\\p{N}])`, (_, n) => money('₹', n)),
  rule(
    `${FROM}(\\d+)['′]\\s?(\\d+)(?:["″”]|'')`,
    (_, feet, inches) => `${numberWords(feet)} foot ${numberWords(inches)}`,
  ),
  rule(
    `${FROM}(\\d+)\\s?ft\\.?\\s(\\d+)\\s?in(?![\\p{L}\\p{N}_])`,
    (_, feet, inches) =>
      `${numberWords(feet)} ${isOne(feet) ? 'foot' : 'feet'} ${numberWords(inches)} ${isOne(inches) ? 'inch' : 'inches'}`,
  ),
  rule(
    `${FROM}(${NUMBER})\\sin(?:\\.(?=\\s\\p{Ll}|$)|(?=\\s(?:wide|long|tall|high|deep|thick|across|square|in diameter|by|[x×])\\b))`,
    (_, n) => `${numberWords(n)} ${isOne(n) ? 'inch' : 'inches'}`,
  ),
  rule(
    `${FROM}(\\d+)h\\s?(\\d{1,2})(?:m|min)?${TO}`,
    (_, h, m) =>
      `${numberWords(h)} ${isOne(h) ? 'hour' : 'hours'} ${numberWords(m)} ${isOne(m) ? 'minute' : 'minutes'}`,
  ),
  rule(
    `${FROM}([-−]?)(${NUMBER})\\s?°\\s?([CFKNSEW])?(?![\\p{L}])`,
    (_, minus, n, scale) =>
      `${minus ? 'minus ' : ''}${numberWords(n)} ${isOne(n) ? 'degree' : 'degrees'}${DEGREES[scale ?? ''] ?? ''}`,
  ),
  rule(`${FROM}(\\d{2,3})/(\\d{2,3})(?=\\s?mm ?Hg\\b)`, (_, a, b) => `${numberWords(a)} over ${b}`),
  rule(
    `${FROM}(${NUMBER})\\s?(${SMALL_UNITS})/(${SMALL_UNITS})${TO}`,
    (_, n, unit, per) =>
      `${numberWords(n)} ${unitOf(unit)[isOne(n) ? 0 : 1]} per ${unitOf(per)[0]}`,
  ),
  rule(
    `${FROM}(${NUMBER})\\s?[-–]\\s?(${NUMBER})\\s?%`,
    (_, a, b) => `${numberWords(a)} to ${numberWords(b)} percent`,
  ),
  rule(
    `${FROM}([-−]?)(${NUMBER})\\s?%`,
    (_, minus, n) => `${minus ? 'minus ' : ''}${numberWords(n)} percent`,
  ),
  rule(
    `${FROM}(${NUMBER})\\s?[-–]\\s?(${NUMBER})\\s?(${ALL_UNITS})${TO}`,
    (_, a, b, unit) => `${numberWords(a)} to ${numberWords(b)} ${unitOf(unit)[1]}`,
  ),
  rule(
    `${FROM}([-−]?)(${NUMBER})(\\s?)(${ALL_UNITS})${TO}(?:\\.(?=[,;)]|\\s+\\p{Ll}))?`,
    (_, minus, n, space, unit) => {
      // 'in' and 'A' after a space are words, and '1990s' is a plural.
      if (space ? AMBIGUOUS.test(unit) : unit === 's' && n.length > 2) return null;
      return `${minus ? 'minus ' : ''}${numberWords(n)} ${unitOf(unit)[isOne(n) ? 0 : 1]}`;
    },
  ),
  rule(`${FROM}(${NUMBER})\\s?(k|K|M|bn|mn)${TO}`, (_, n, big) =>
    /^[248]K$/u.test(n + big) ? `${numberWords(n)} K` : `${numberWords(n)} ${scaleOf(big)}`,
  ),
  rule(
    `${FROM}(\\d+)([xyz])(?=\\s?[=+−<>]|\\s-\\s|[²³^])`,
    (_, n, letter) => `${numberWords(n)} ${letter}`,
  ),
  rule(`${FROM}(${NUMBER})x${TO}`, (_, n) => `${numberWords(n)} times`),
  rule(
    `${FROM}(\\d{1,2})\\s?×\\s?(\\d{1,2})(?!\\s?[\\d×])`,
    (_, a, b) => `${numberWords(a)} times ${numberWords(b)}`,
  ),
  rule(`${FROM}(\\d+)\\s?[x×]\\s?(\\d+)(?:\\s?[x×]\\s?(\\d+))?${TO}`, (_, a, b, c) =>
    [a, b, c]
      .filter((n) => n && /^\d+$/u.test(n))
      .map((n) => numberWords(n as string))
      .join(' by '),
  ),
];
