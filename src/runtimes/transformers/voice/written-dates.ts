import { cardinal, digitByDigit, ordinal, year } from './number-words.ts';
import { FROM, numberWords, ordinalOf, pair, type Rule, rule, TO } from './written-rules.ts';

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

const BOOKS =
  '(?:[1-3] )?(?:Genesis|Exodus|Leviticus|Numbers|Deuteronomy|Joshua|Judges|Ruth|Samuel|Kings|Chronicles|Job|Psalms?|Proverbs|Ecclesiastes|Isaiah|Jeremiah|Ezekiel|Daniel|Matthew|Mark|Luke|John|Acts|Romans|Corinthians|Galatians|Ephesians|Philippians|Colossians|Thessalonians|Timothy|Titus|Hebrews|James|Peter|Jude|Revelation|Surah?|Qur.an)';

function decade(tens: number): string {
  if (tens === 0) return 'hundreds';
  if (tens === 10) return 'tens';
  return `${cardinal(BigInt(tens)).slice(0, -1)}ies`;
}

/** Dates, times and spans of them. */
export const DATES: readonly Rule[] = [
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
  rule(`${FROM}12(?::00)? ([Nn]oon|[Mm]idnight)\\b`, (_, time) => `twelve ${time}`),
  rule(`${FROM}([01]\\d|2[0-3])([0-5]\\d) (?=hours\\b|hrs\\b)`, (_, hours, minutes) => {
    const hour = hours.startsWith('0') ? `oh ${cardinal(BigInt(hours))}` : cardinal(BigInt(hours));
    return `${hour} ${pair(Number(minutes))} `;
  }),
  rule('\\b([Nn]oon|[Mm]idnight)\\s?[-–]\\s?(?=\\d)', (_, time) => `${time} to `),
  rule(`\\b(${MONTH}),? (\\d{4})(?!\\d)`, (_, m, y) => `${monthOf(m)} ${year(Number(y))}`),
  rule(`\\b(${BOOKS}) (\\d{1,3}):(\\d{1,3})(?:[-–](\\d{1,3}))?(?![\\d:])`, (_, book, ...places) => {
    const [chapter, verse, last] = places.filter((n) => /^\d+$/u.test(n ?? '')).map(numberWords);
    return `${book} ${chapter} ${verse}${last ? ` to ${last}` : ''}`;
  }),
  // A time that was taken by a clock.
  rule(
    `${FROM}(\\d{1,2}):([0-5]\\d)\\.(\\d{1,3})(?![\\w.:])`,
    (_, m, s, part) => `${numberWords(m)} ${pair(Number(s))} point ${digitByDigit(part)}`,
  ),
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
  rule(`(?:\\b[Tt]he )?${FROM}['’](\\d)0s${TO}`, (_, tens) => `the ${decade(Number(tens) * 10)}`),
  rule(`${FROM}([2-9])0['’]?s${TO}`, (_, tens) => decade(Number(tens) * 10)),
  rule(
    `${FROM}(\\d{2})(\\d)0['’]?s${TO}`,
    (_, century, tens) =>
      `${Number(century) % 10 === 0 && tens === '0' ? `${cardinal(BigInt(`${century}00`))}s` : `${cardinal(BigInt(century))} ${decade(Number(tens) * 10)}`}`,
  ),
  rule(`${FROM}24/7${TO}`, () => 'twenty-four seven'),
  rule(`${FROM}9/11${TO}`, () => 'nine eleven'),
  rule(`${FROM}50/50${TO}`, () => 'fifty fifty'),
  rule('(?<=\\b[Bb]etween [$€£]?\\d[\\d,.]*)\\s?[-–]\\s?(?=[$€£]?\\d)', () => ' and '),
];
