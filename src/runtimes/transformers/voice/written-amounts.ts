import { cardinal, year } from './number-words.ts';
import { FROM, isOne, NUMBER, numberWords, oneOf, type Rule, rule, TO } from './written-rules.ts';
import { MONEY, UNITS } from './written-words.ts';

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
/** Before a unit behind a range, a fraction or a size: it is no such word, as in “won 7-5 in overtime”. */
export const IS_UNIT =
  '(?!(?<=\\s)(?:in|A|t)(?![\\p{L}\\p{N}_.]|\\s(?:wide|long|tall|high|deep|thick|across|square)\\b))';
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

const COMPARED: Readonly<Record<string, string>> = {
  '<': 'less than',
  '>': 'more than',
  '≤': 'at most',
  '≥': 'at least',
  '~': 'about',
  '≈': 'about',
};

const PER: Readonly<Record<string, string>> = {
  mo: 'month',
  yr: 'year',
  hr: 'hour',
  h: 'hour',
  wk: 'week',
  kg: 'kilogram',
  lb: 'pound',
  min: 'minute',
  sec: 'second',
  gal: 'gallon',
  mi: 'mile',
  km: 'kilometer',
  oz: 'ounce',
  g: 'gram',
  l: 'liter',
  L: 'liter',
};

/** Of a picture or a board: '1920' → 'nineteen twenty'. */
const sideWords = (n: string) => (/^\d{2}(?!00)\d{2}$/u.test(n) ? year(Number(n)) : numberWords(n));

/** Money and amounts with units. */
export const AMOUNTS: readonly Rule[] = [
  // Before what they compare is in words: "~$5" and "<1%", not "x < 5".
  rule('(?<=^|[\\s(])([<>≤≥~≈])(?=[-−]?[$€£¥]?\\.?\\d)', (_, sign) => `${COMPARED[sign] ?? ''} `),
  // Money.
  rule('\\$(?=[\\d.,]+ (?:USD|CAD|AUD|NZD|HKD|SGD)\\b)', () => ''),
  rule(`¢\\s?(${NUMBER})`, (_, n) => `${numberWords(n)} ${isOne(n) ? 'cent' : 'cents'}`),
  rule(
    `(?<![\\p{L}\\p{N}])([-−]?)(${ALL_MONEY})\\s?(${NUMBER})(${BIG})?\\s?[-–]\\s?(?:${ALL_MONEY})?\\s?(${NUMBER})(?:\\s?(${BIG})(?![A-Za-z]))?(?![\\p{L}\\p{N}])`,
    (_, __, sign, a, bigA, b, big) =>
      `${numberWords(a)}${bigA ? ` ${scaleOf(bigA)}` : ''} to ${money(sign, b, big)}`,
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
    '(?<=\\b(?:dollars?|cents?|euros?|pounds?|pence|yen|francs?)) ?\\/ ?(month|mo|year|yr|day|hour|hr|h|week|wk|person|user|seat|unit|item|page|piece|share|student|child|minute|second|mile|gallon|liter|min|sec|gal|mi|km|kg|lb|oz|g|l|L|night)\\b',
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
    `${FROM}(\\d{1,3})\\s?°\\s?(\\d{1,2})['′](?:\\s?(\\d{1,2}(?:\\.\\d+)?)["″])?(?:\\s?([NSEW])(?!\\p{L}))?`,
    (_, degrees, ...rest) => {
      const [minutes = '', seconds] = rest.filter((n) => /^\d/u.test(n ?? ''));
      const side = DEGREES[rest.find((n) => /^[NSEW]$/u.test(n ?? '')) ?? ''] ?? '';
      const counted = (n: string, unit: string) =>
        `${numberWords(n)} ${unit}${isOne(n) ? '' : 's'}`;
      return `${counted(degrees, 'degree')} ${counted(minutes, 'minute')}${seconds ? ` ${counted(seconds, 'second')}` : ''}${side}`;
    },
  ),
  rule(
    `${FROM}(\\d{1,3})['′](?=\\s(?:tall|long|wide|high|deep|above|below)\\b|\\s?[x×])`,
    (_, feet) => `${numberWords(feet)} ${isOne(feet) ? 'foot' : 'feet'}`,
  ),
  rule(
    `${FROM}(${NUMBER})["″](?=\\s(?:tall|long|wide|high|deep|thick)\\b|\\s?[x×])`,
    (_, n) => `${numberWords(n)} ${isOne(n) ? 'inch' : 'inches'}`,
  ),
  rule(
    `${FROM}(${NUMBER})["″](?=\\s(?:screens?|displays?|monitors?|TVs?|laptops?|floppy|disks?|discs?|pipes?|nails?|wheels?|tires?|pizzas?|rulers?|records?)\\b)`,
    (_, n) => `${numberWords(n)} inch`,
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
  rule(`${FROM}(?:(\\d+)h ?)?(\\d{1,3})m ?(\\d{1,2}(?:\\.\\d+)?)s${TO}`, (_, ...found) =>
    ['hour', 'minute', 'second']
      .flatMap((unit, i) => {
        const n = found[i];
        return n ? `${numberWords(n)} ${unit}${isOne(n) ? '' : 's'}` : [];
      })
      .join(' '),
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
    `${FROM}(${NUMBER})\\s?%?\\s?[-–]\\s?(${NUMBER})\\s?%`,
    (_, a, b) => `${numberWords(a)} to ${numberWords(b)} percent`,
  ),
  rule(
    `${FROM}([-−]?)(${NUMBER})\\s?%`,
    (_, minus, n) => `${minus ? 'minus ' : ''}${numberWords(n)} percent`,
  ),
  rule(
    `${FROM}(${NUMBER})\\s?[-–]\\s?(${NUMBER})\\s?${IS_UNIT}(${ALL_UNITS})${TO}`,
    (_, a, b, unit) => `${numberWords(a)} to ${numberWords(b)} ${unitOf(unit)[1]}`,
  ),
  rule(
    `${FROM}([-−]?)(${NUMBER})(\\s?)(${ALL_UNITS})${TO}(?:\\.(?=[,;)]|\\s+[\\p{Ll}\\d]))?`,
    (_, minus, n, space, unit) => {
      // 'in' and 'A' after a space are words, and '1990s' is a plural.
      if (space ? AMBIGUOUS.test(unit) : unit === 's' && /^\d{3,}$/u.test(n)) return null;
      return `${minus ? 'minus ' : ''}${numberWords(n)} ${unitOf(unit)[isOne(n) ? 0 : 1]}`;
    },
  ),
  rule(`${FROM}(\\d{1,2})p${TO}`, (_, n) => `${numberWords(n)} ${isOne(n) ? 'penny' : 'pence'}`),
  rule(
    `${FROM}([-−]?)(${NUMBER}) K${TO}`,
    (_, minus, n) => `${minus ? 'minus ' : ''}${numberWords(n)} ${isOne(n) ? 'kelvin' : 'kelvins'}`,
  ),
  rule(`${FROM}(${NUMBER})(?:([kK])|\\s?(M|bn|mn))${TO}`, (_, n, kilo, million) => {
    const big = kilo ?? million ?? '';
    return /^[248]K$/u.test(n + big) ? `${numberWords(n)} K` : `${numberWords(n)} ${scaleOf(big)}`;
  }),
  rule(
    `${FROM}(\\d+)([xyz])(?=\\s?[=+−<>]|\\s-\\s|[²³^])`,
    (_, n, letter) => `${numberWords(n)} ${letter}`,
  ),
  rule(`${FROM}(${NUMBER})x${TO}`, (_, n) => `${numberWords(n)} times`),
  rule(
    `${FROM}(\\d{1,2})\\s?×\\s?(\\d{1,2})(?!\\s?[\\d×])`,
    (_, a, b) => `${numberWords(a)} times ${numberWords(b)}`,
  ),
  rule(
    `${FROM}(\\d+)\\s?[x×]\\s?(\\d+)(?:\\s?[x×]\\s?(\\d+))?(?:\\s?${IS_UNIT}(${ALL_UNITS}))?${TO}`,
    (_, ...found) => {
      const sides = found.filter((n) => /^\d+$/u.test(n ?? ''));
      const unit = UNITS.get(found[3] ?? '')?.[1];
      return sides.map(sideWords).join(' by ') + (unit ? ` ${unit}` : '');
    },
  ),
];
