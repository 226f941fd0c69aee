import { cardinal, digitByDigit, ordinal, year } from './number-words.ts';
import { ADDRESSES } from './written-addresses.ts';
import { ALL_UNITS, AMOUNTS, unitOf } from './written-amounts.ts';
import {
  escaped,
  FROM,
  numberWords,
  oneOf,
  ordinalOf,
  pair,
  type Rule,
  rule,
  TO,
  WHOLE,
} from './written-rules.ts';
import { ABBREVIATIONS, readTable, SIGNS, TITLES } from './written-words.ts';

const FRACTIONS = readTable(`
  ½: a half, ¼: a quarter, ¾: three quarters, ⅓: a third, ⅔: two thirds, ⅕: a fifth, ⅖: two fifths, ⅗: three fifths,
  ⅘: four fifths, ⅙: a sixth, ⅚: five sixths, ⅛: an eighth, ⅜: three eighths, ⅝: five eighths, ⅞: seven eighths`);
const FRACTION_SIGNS = [...FRACTIONS.keys()].join('');
const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹';
const PARTS = '- - half third quarter fifth sixth seventh eighth ninth tenth'.split(' ');
const ROMAN: Readonly<Record<string, number>> = {
  I: 1,
  V: 5,
  X: 10,
  L: 50,
  C: 100,
  D: 500,
  M: 1000,
};
const ROMAN_FORM = '(?=[IVXLC])M{0,3}(?:CM|CD|D?C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})';
const NUMBERED =
  'Chapter|Part|Act|Scene|Section|Volume|Book|Phase|Article|World War|Mark|Type|Level|Stage|Class|Grade|Super Bowl|Apollo|Episode|Round|Appendix|Table|Figure';
const RULERS =
  'Pope|King|Queen|Henry|Louis|Edward|George|William|Charles|James|Richard|Elizabeth|Napoleon|Pius|Benedict|Leo|John Paul|Frederick|Philip|Alexander|Nicholas|Peter|Catherine|Ivan|Gustav|Christian|Ferdinand';

function roman(text: string): number {
  return [...text].reduce((sum, c, i) => {
    const value = ROMAN[c] ?? 0;
    return sum + (value < (ROMAN[text[i + 1] ?? ''] ?? 0) ? -value : value);
  }, 0);
}

function fraction(over: string, under: string): string | null {
  const [a, b] = [Number(over), Number(under)];
  if (a <= 0 || a >= b || (b > 10 && ![12, 16, 32, 64, 100].includes(b))) return null;
  const part = PARTS[b] ?? ordinal(BigInt(b));
  if (a === 1) return `one ${part}`;
  return `${cardinal(BigInt(a))} ${part === 'half' ? 'halve' : part}s`;
}

/** In the order in which they are tried: a longer form comes before its parts. */
/** Four digits that a year has; and words by which they are a count all the same. */
const YEAR = '(?:1[1-9]\\d\\d|20\\d\\d)(?![\\p{L}\\p{N}_]|[.,]\\d)';
const AMOUNT_BEFORE =
  '[Oo]ver|[Nn]early|[Aa]lmost|[Rr]oughly|[Aa]pproximately|[Ee]xactly|[Mm]ore than|[Ff]ewer than|[Ll]ess than|[Aa]t least|[Aa]t most|[Cc]osts?|[Cc]ount of';
const COUNTED =
  '(?:\\p{Ll}+ )?(?:people|men|women|children|inhabitants|residents|students|employees|members|users|visitors|passengers|copies|items|files|pages|words|tokens|rows|times|pieces|units|points|steps|seats|rooms|houses|votes|days|hours|minutes|seconds|years|dollars|euros|pounds|miles|feet|meters|metres|square)';
/** Words before the year of “in 1990 people moved”, and those that leave a plural open: “the 1990 elections”. */
const DATE_BEFORE =
  '[Ii]n|[Ss]ince|[Bb]y|[Uu]ntil|[Tt]ill|[Bb]efore|[Aa]fter|[Dd]uring|[Ff]rom|[Yy]ear|[Ee]arly|[Ll]ate|[Mm]id|[Ss]pring|[Ss]ummer|[Aa]utumn|[Ff]all|[Ww]inter';
const OPEN_BEFORE = `${DATE_BEFORE}|of|the|to|and|or|around|about|a|an|this|that|its|their|our|his|her`;
const PLURAL =
  '(?!was\\b|is\\b|has\\b|does\\b|this\\b|as\\b|us\\b|its\\b|his\\b)\\p{Ll}+(?<!ss|us|is)s';

const RULES: readonly Rule[] = [
  ...ADDRESSES,
  rule(`${FROM}(\\d+) (\\d{1,2})/(\\d{1,2})\\s?(${ALL_UNITS})${TO}`, (_, n, a, b, unit) => {
    const part = fraction(a, b);
    return part && `${numberWords(n)} and ${part.replace(/^one /u, 'a ')} ${unitOf(unit)[1]}`;
  }),
  ...AMOUNTS,
  // Words.
  rule(`\\b(${oneOf(TITLES.keys())})\\.? (?=\\p{Lu})`, (_, title) => `${TITLES.get(title)} `),
  rule(
    `(?<![\\p{L}\\p{N}.])(${oneOf(ABBREVIATIONS.keys())})(?![\\p{L}\\p{N}])`,
    (_, short) => ABBREVIATIONS.get(short) ?? null,
  ),
  rule('\\band/or\\b', () => 'and or'),
  rule('\\bSt\\.(?!\\p{L})', () => 'Street'),
  rule('\\b(No|Nos|no|nos)\\. ?(?=\\d)', (_, no) => (no.endsWith('s') ? 'numbers ' : 'number ')),
  rule('\\bpp\\.? ?(?=\\d)', () => 'pages '),
  rule('\\bp\\. ?(?=\\d)', () => 'page '),
  rule('(?<![\\w&])#(\\d+)', (_, n) => `number ${numberWords(n)}`),
  rule('(?<![\\w&])#(\\p{L}[\\w]*)', (_, tag) => `hashtag ${tag}`),
  rule('(?<![\\w])@(\\p{L}[\\w]*)', (_, name) => `at ${name}`),
  rule(`\\b(${NUMBERED}) (${ROMAN_FORM})\\b(?![.'’]\\p{L})`, (_, name, n) =>
    n ? `${name} ${cardinal(BigInt(roman(n)))}` : null,
  ),
  rule(`\\b(${RULERS}) (${ROMAN_FORM})\\b(?![.'’](?!s\\b)\\p{L})`, (_, name, n) =>
    n ? `${name} the ${ordinal(BigInt(roman(n)))}` : null,
  ),
  // Mathematics and code.
  rule(
    `${FROM}(\\d+(?:\\.\\d+)?)[eE]([+-]?\\d+)${TO}`,
    (_, n, power) =>
      `${numberWords(n)} times ten to the ${power.startsWith('-') ? 'minus ' : ''}${numberWords(power.replace(/^[+-]/u, ''))}`,
  ),
  rule(`(?<=[\\p{L}\\d)])⁻?[${SUPERSCRIPTS}]+`, (power) => {
    const digits = [...power].map((c) => (c === '⁻' ? '-' : String(SUPERSCRIPTS.indexOf(c))));
    return powerOf(digits.join(''));
  }),
  rule(
    `${FROM}(\\d{1,4}):(\\d{1,4})(?![\\d:])`,
    (_, a, b) => `${numberWords(a)} to ${numberWords(b)}`,
  ),
  rule('(?<=^|\\s)(?:->|-->)(?=\\s|$)', () => 'to'),
  rule(' ?([!=]==?|&&|\\|\\||[<>]=|[+*/-]=|=>) ?', (_, sign) => ` ${OPERATORS[sign] ?? sign} `),
  rule('(?<=\\w)\\+\\+(?!\\w)', () => ' plus plus'),
  rule('(?<![\\p{L}\\p{N}])([CF])#(?![\\p{L}\\p{N}])', (_, letter) => `${letter} sharp`),
  rule('(?<![\\p{L}\\p{N}.])\\.NET\\b', () => 'dot NET'),
  rule(
    '(?<![\\p{L}\\p{N}])([ABCD])([+-])(?![\\p{L}\\p{N}+-])',
    (_, grade, sign) => `${grade} ${sign === '+' ? 'plus' : 'minus'}`,
  ),
  rule(
    '\\b(ZIP|zip)( codes?)? (\\d{5})(?!\\d)',
    (_, zip, code, digits) => `${zip}${code?.startsWith(' c') ? code : ''} ${digitByDigit(digits)}`,
  ),
  rule(
    '\\b(call|dial|Call|Dial|dialed|called|phone) (\\d{3})(?![\\d,.-]\\d|\\d)',
    (_, call, digits) => `${call} ${digitByDigit(digits)}`,
  ),
  rule('(?<=\\d(?:st|nd|rd|th))\\s?[-–]\\s?(?=\\d+(?:st|nd|rd|th)\\b)', () => ' to '),
  rule('(?<=\\d) / (?=\\d)', () => ' divided by '),
  rule(
    '(?<![\\p{L}\\p{N}])(UTC|GMT)([+-])(\\d{1,2})',
    (_, zone, sign, hours) => `${zone} ${sign === '+' ? 'plus' : 'minus'} ${numberWords(hours)}`,
  ),
  rule('(?<![\\w~])~(?=\\d)', () => 'about '),
  rule(
    '(?<![\\p{L}\\p{N}<>=-])([<>]) ?(?=\\d)',
    (_, sign) => `${sign === '<' ? 'less' : 'more'} than `,
  ),
  rule('№ ?(?=\\d)', () => 'number '),
  rule('\\b([bdc])\\. (?=\\d{4}\\b)', (_, short) => `${LIVES[short] ?? ''} `),
  rule(`\\b(${ROMAN_FORM}) (century|Century)\\b`, (_, n, century) =>
    n.length > 1 || n === 'V' || n === 'X' ? `${ordinal(BigInt(roman(n)))} ${century}` : null,
  ),
  // Plain numbers.
  rule(
    `${FROM}(\\d+)([${FRACTION_SIGNS}])`,
    (_, n, part) => `${numberWords(n)} and ${FRACTIONS.get(part) ?? ''}`,
  ),
  rule(`[${FRACTION_SIGNS}]`, (part) => (FRACTIONS.get(part) ?? '').replace(/^an? /u, 'one ')),
  rule(`${FROM}(\\d+) (\\d{1,2})/(\\d{1,2})(?![\\w/])`, (_, n, a, b) => {
    const part = fraction(a, b);
    return part && `${numberWords(n)} and ${part.replace(/^one /u, 'a ')}`;
  }),
  rule(
    `${FROM}(\\d{1,2})/(\\d{1,2})(?![\\w/])`,
    (_, a, b) => fraction(a, b) ?? `${numberWords(a)} over ${numberWords(b)}`,
  ),
  rule(`${FROM}(${WHOLE})(?:st|nd|rd|th)${TO}`, (_, n) => ordinalOf(n)),
  rule(
    `${FROM}(1[1-9]\\d\\d|20\\d\\d)\\s?[-–]\\s?(\\d{4}|\\d{2})(?![\\w-])`,
    (_, a, b) => `${year(Number(a))} to ${b.length === 4 ? year(Number(b)) : pair(Number(b))}`,
  ),
  rule(
    `${FROM}(\\d{1,4}(?:\\.\\d+)?)(?:-|\\s?–\\s?)(\\d{1,4}(?:\\.\\d+)?)(?![\\w.-]\\d|[\\p{L}\\p{N}-])`,
    (_, a, b) => `${numberWords(a)} to ${numberWords(b)}`,
  ),
  rule(`${FROM}(\\d+(?:-\\d+){2,})${TO}`, (_, groups) =>
    groups.split('-').map(digitByDigit).join(', '),
  ),
  rule(
    '(?<![\\p{L}\\p{N},.])(\\d+),(\\d{1,2})(?![\\d,])',
    (_, whole, part) => `${numberWords(whole)} point ${digitByDigit(part)}`,
  ),
  rule('(?<![\\w.)\\]])[-−](?=\\.?\\d)', () => 'minus '),
  rule('(?<=[\\d)\\p{L}]) [-−] (?=[-−]?[\\d(])', () => ' minus '),
  rule('(?<=\\d)\\s?\\+\\s?(?=\\d)|(?<=[\\d)\\p{L}]) \\+ (?=[\\d(\\p{L}])', () => ' plus '),
  rule('(?<=\\d)\\+(?![\\w])', () => ' plus'),
  rule('(?<![\\w+])\\+(?=\\d)', () => 'plus '),
  rule('(?<=[\\p{L}\\d)])\\^(\\d+|\\p{L})', (_, power) => powerOf(power)),
  rule('(?<=\\d)\\s?\\*\\s?(?=\\d)', () => ' times '),
  rule(`${FROM}0(\\d+)${TO}(?!\\.\\d)`, (_, digits) => `zero ${digitByDigit(digits)}`),
  rule(`\\b(${AMOUNT_BEFORE}) (${YEAR})`, (_, before, n) => `${before} ${numberWords(n)}`),
  rule(`(?<!\\b(?:${DATE_BEFORE}) )${FROM}(${YEAR})(?= ${COUNTED}\\b)`, (_, n) => numberWords(n)),
  rule(`(?<=(?:^|[\\s(])\\p{Ll}+ )(?<!\\b(?:${OPEN_BEFORE}) )(${YEAR})(?= ${PLURAL}\\b)`, (_, n) =>
    numberWords(n),
  ),
  rule(`${FROM}(${YEAR})`, (_, y) => year(Number(y))),
  rule(
    '(?<![\\p{L}\\p{N}_])(\\d{1,3}(?:,\\d{3})+|\\d*)\\.(\\d+)(?![\\p{L}\\p{N}_]|\\.\\d)',
    (_, whole, part) => `${whole ? `${numberWords(whole)} ` : ''}point ${digitByDigit(part)}`,
  ),
  rule(`(?<![\\p{L}\\p{N}_.])(${WHOLE})(\\.\\d+)?(?![\\p{L}\\p{N}_])`, (_, n, part) =>
    numberWords(n + (/^\.\d/u.test(part ?? '') ? part : '')),
  ),
  // A letter next to a digit, as in MP3 and B2B.
  rule('\\b([BP])2([BCGP])\\b|(?<=\\p{Ll}{3})2(?=\\p{Ll}{3})', (_, a, b) =>
    b ? `${a} to ${b}` : ' to ',
  ),
  rule('(?<=\\p{L})-?(\\d+)(?=\\p{L})', (_, n) => ` ${numberWords(n)} `),
  rule(
    '(?<=\\p{L})-?(\\d+)(?![\\p{L}\\p{N}])',
    (_, n) => ` ${n.length > 3 ? digitByDigit(n) : numberWords(n)}`,
  ),
  rule('(?<![\\p{L}\\p{N}])(\\d+)(?=\\p{L})', (_, n) => `${numberWords(n)} `),
];

const OPERATORS: Readonly<Record<string, string>> = {
  '==': 'equals',
  '===': 'equals',
  '!=': 'does not equal',
  '!==': 'does not equal',
  '&&': 'and',
  '||': 'or',
  '<=': 'is at most',
  '>=': 'is at least',
  '+=': 'plus equals',
  '-=': 'minus equals',
  '*=': 'times equals',
  '/=': 'divided by equals',
  '=>': 'arrow',
};
const LIVES: Readonly<Record<string, string>> = { b: 'born', d: 'died', c: 'circa' };

function powerOf(power: string): string {
  if (power === '2') return ' squared';
  if (power === '3') return ' cubed';
  if (power.startsWith('-')) return ` to the power of minus ${numberWords(power.slice(1))}`;
  return ` to the power of ${/^\d+$/u.test(power) ? numberWords(power) : power}`;
}

const joined = (number: string) => number.replace(/\D/gu, '');
const SIGN_FORM = new RegExp(` ?[${[...SIGNS.keys()].map(escaped).join('')}] ?`, 'gu');

/** A line of plain text with its numbers, dates, units, addresses and signs in words. */
export function readWrittenForms(line: string): string {
  let text = line
    .normalize('NFC')
    .replaceAll('’', "'")
    .replace(/[‐‑‒]/gu, '-')
    .replace(/[₀-₉]+/gu, (low) => ` ${[...low].map((c) => '₀₁₂₃₄₅₆₇₈₉'.indexOf(c)).join('')}`)
    // Thousands apart by an apostrophe or a space that does not break; by others where they cannot be two numbers.
    .replace(/(?<![\d.,])\d{1,3}(?:['\u00A0\u2009\u202F]\d{3})+(?!\d)/gu, joined)
    .replace(/(?<![\d.,] ?)\d{1,3}(?: \d{3}){2,}(?![ \d])/gu, joined)
    // As on the continent: 1.234,56 and 1.000.000.
    .replace(
      /(?<![\d.,])(\d{1,3}(?:\.\d{3})+)(?:,(\d{1,2})|(?<=\.\d{3}\.\d{3}))(?![.,]?\d)/gu,
      (_, whole: string, cents?: string) => joined(whole) + (cents ? `.${cents}` : ''),
    )
    .replaceAll('―', '—');
  for (const { form, read } of RULES) {
    text = text.replace(form, (...found: unknown[]) => {
      const parts = found.slice(
        0,
        found.findIndex((part) => typeof part === 'number'),
      );
      return read(...(parts as [string, ...string[]])) ?? String(found[0]);
    });
  }
  return text
    .replace(/(?<=\p{L})_(?=\p{L})/gu, ' ')
    .replace(SIGN_FORM, (sign) => ` ${SIGNS.get(sign.trim()) ?? ''} `)
    .replace(/(?<=\p{L})\/(?=\p{L})/gu, ' slash ')
    .replace(
      /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\u{FE0F}|\u{200D}|[™®•*_~^|\\#←`]/gu,
      ' ',
    )
    .replace(/(?<!\.)\.{2}(?!\.)/gu, '.')
    .replace(/\s+([,.;:!?])/gu, '$1')
    .replace(/\s+/gu, ' ')
    .trim();
}
