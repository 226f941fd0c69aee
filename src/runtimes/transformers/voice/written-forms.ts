import { cardinal, digitByDigit, ordinal } from './number-words.ts';
import { ADDRESSES } from './written-addresses.ts';
import { ALL_UNITS, AMOUNTS, IS_UNIT, unitOf } from './written-amounts.ts';
import { DATES } from './written-dates.ts';
import { fraction, NUMBERS, powerOf } from './written-numbers.ts';
import { escaped, FROM, numberWords, oneOf, type Rule, rule, TO } from './written-rules.ts';
import { ABBREVIATIONS, SIGNS, TITLES } from './written-words.ts';

const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹';
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

/** In the order in which they are tried: a longer form comes before its parts. */
const RULES: readonly Rule[] = [
  ...ADDRESSES,
  rule(
    `${FROM}(\\d+) (\\d{1,2})/(\\d{1,2})\\s?${IS_UNIT}(${ALL_UNITS})${TO}`,
    (_, n, a, b, unit) => {
      const part = fraction(a, b);
      return part && `${numberWords(n)} and ${part.replace(/^one /u, 'a ')} ${unitOf(unit)[1]}`;
    },
  ),
  rule(`${FROM}(\\d{1,2})/(\\d{1,4})\\s?${IS_UNIT}(${ALL_UNITS})${TO}\\.?`, (_, a, b, unit) => {
    const part = fraction(a, b);
    return part && `${part}${b === '2' ? '' : ' of a'} ${unitOf(unit)[0]}`;
  }),
  ...DATES,
  ...AMOUNTS,
  // Words.
  rule(
    `\\b(${oneOf(TITLES.keys())})\\.? (?=\\p{Lu}[\\p{L}.'])`,
    (_, title) => `${TITLES.get(title)} `,
  ),
  rule(
    `(?<![\\p{L}\\p{N}.])(${oneOf(ABBREVIATIONS.keys())})(?![\\p{L}\\p{N}])`,
    (_, short) => ABBREVIATIONS.get(short) ?? null,
  ),
  rule('(?<=\\p{Lu}[\\p{L}.]* )v\\. (?=\\p{Lu})', () => 'versus '),
  rule('\\bf/(?=\\d)', () => 'f '),
  rule('\\band/or\\b', () => 'and or'),
  rule('\\bSt\\.(?!\\p{L})', () => 'Street'),
  rule('(?<=\\p{Lu}\\p{Ll}+ )Dr\\.(?!\\s?\\p{Lu})', () => 'Drive'),
  rule(
    '\\b(Ctrl|Cmd|Alt|Opt|Option|Shift|Win|Fn) ?[+-] ?(?=\\w)',
    (_, key) => `${KEYS[key] ?? key} `,
  ),
  rule('(?<=\\d ?)★', () => ' stars'),
  rule('★+☆*', (stars) => starWords(stars.replaceAll('☆', '').length)),
  rule('\\b(7[0-8]7)-(?=\\d{1,3}\\b)', (_, plane) => `seven ${numberWords(plane.slice(1))} `),
  rule('\\b(No|Nos|no|nos)\\. ?(?=\\d)', (_, no) => (no.endsWith('s') ? 'numbers ' : 'number ')),
  rule('\\bpp\\.? ?(?=\\d)', () => 'pages '),
  rule('\\bp\\. ?(?=\\d)', () => 'page '),
  rule('(?<![\\w&])#(\\d+)', (_, n) => `number ${numberWords(n)}`),
  rule('(?<![\\w&])#(\\p{L}[\\w]*)', (_, tag) => `hashtag ${tag}`),
  rule('(?<![\\w])@(\\p{L}[\\w]*)', (_, name) => `at ${name}`),
  // One C or L is a letter: “Class C”, “Appendix L”.
  rule(`\\b(${NUMBERED}) (?![CL]\\b)(${ROMAN_FORM})\\b(?![.'’]\\p{L})`, (_, name, n) =>
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
  ...NUMBERS,
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
const KEYS: Readonly<Record<string, string>> = { Ctrl: 'Control', Cmd: 'Command', Opt: 'Option' };
const starWords = (count: number) =>
  `${numberWords(String(count))} ${count === 1 ? 'star' : 'stars'}`;
const LIVES: Readonly<Record<string, string>> = { b: 'born', d: 'died', c: 'circa' };

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
    .replace(/(?<![\d.,] ?)\d{1,3}(?:(?: \d{3}){2,}| 000)(?! ?\d)/gu, joined)
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
