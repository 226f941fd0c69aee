import { cardinal, digitByDigit, ordinal, year } from './number-words.ts';
import { ALL_UNITS, unitOf } from './written-amounts.ts';
import { FROM, numberWords, ordinalOf, pair, type Rule, rule, TO, WHOLE } from './written-rules.ts';
import { readTable } from './written-words.ts';

const FRACTIONS = readTable(`
  ½: a half, ¼: a quarter, ¾: three quarters, ⅓: a third, ⅔: two thirds, ⅕: a fifth, ⅖: two fifths, ⅗: three fifths,
  ⅘: four fifths, ⅙: a sixth, ⅚: five sixths, ⅛: an eighth, ⅜: three eighths, ⅝: five eighths, ⅞: seven eighths`);
const FRACTION_SIGNS = [...FRACTIONS.keys()].join('');
const PARTS = '- - half third quarter fifth sixth seventh eighth ninth tenth'.split(' ');
/** '3', '4' → 'three quarters'; null where it is no part that has a name. */
export function fraction(over: string, under: string): string | null {
  const [a, b] = [Number(over), Number(under)];
  if (a <= 0 || a >= b || (b > 10 && ![12, 16, 32, 64, 100, 125, 250, 500, 1000].includes(b)))
    return null;
  const part = PARTS[b] ?? ordinal(BigInt(b)).replace(/^one /u, '');
  if (a === 1) return `one ${part}`;
  return `${cardinal(BigInt(a))} ${part === 'half' ? 'halve' : part}s`;
}

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

const PER_UNITS = 'day|week|month|year|hour|minute|second|night|person|user|item|page';
/** Before numbers of four digits that are said in pairs, as years are. */
const CODED = 'RFC|ISO|IEC|DIN|EN|Suite|Room|RTX|GTX|Route|Flight|UA|AA|BA|LH|AF|KL|DL';
/** Of 'ES2023' and 'BA2490'. */
function lettersNumber(n: string): string {
  if (n.length <= 3) return numberWords(n);
  return /^(?:19|20)\d\d$/u.test(n) ? year(Number(n)) : digitByDigit(n);
}
export function powerOf(power: string): string {
  if (power === '2') return ' squared';
  if (power === '3') return ' cubed';
  if (power.startsWith('-')) return ` to the power of minus ${numberWords(power.slice(1))}`;
  return ` to the power of ${/^\d+$/u.test(power) ? numberWords(power) : power}`;
}

/** Numbers that nothing else has taken, in the order in which they are tried. */
export const NUMBERS: readonly Rule[] = [
  rule(
    `(?<=[\\d%²³]|\\b(?:times|percent)) ?/ ?(${PER_UNITS}|${ALL_UNITS})${TO}`,
    (_, unit) => ` per ${unitOf(unit)[0]}`,
  ),
  rule(
    `${FROM}(\\d+\\.\\d+)/(\\d{1,3})(?![\\w/])`,
    (_, n, all) => `${numberWords(n)} out of ${numberWords(all)}`,
  ),
  rule(`${FROM}(\\d+)ers${TO}`, (_, n) => `${numberWords(n).replace(/e$/u, '')}ers`),
  rule(
    `${FROM}10(0{0,3})s${TO}`,
    (_, zeros) => ['tens', 'hundreds', 'thousands', 'tens of thousands'][zeros.length] ?? null,
  ),
  rule("(?<=^|[\\s(])'(\\d{2})(?![\\w'])", (_, y) => pair(Number(y))),
  rule('(?<=\\b\\p{Lu}{2} )(\\d{5})(?:-(\\d{4}))?(?![\\w-])', (_, zip, more) =>
    [zip, more]
      .filter((n) => /^\d+$/u.test(n ?? ''))
      .map((n) => digitByDigit(n as string))
      .join(', '),
  ),
  rule(`\\b(${CODED}) (\\d{4})(?!\\d|[.,]\\d)`, (_, name, n) => `${name} ${year(Number(n))}`),
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
  rule(`${FROM}(\\d+(?:-\\d+){2,})${TO}`, (_, groups) =>
    groups.split('-').map(digitByDigit).join(', '),
  ),
  rule(
    `${FROM}(1[1-9]\\d\\d|20\\d\\d)\\s?[-–]\\s?(\\d{4}|\\d{2})(?![\\w-])`,
    (_, a, b) => `${year(Number(a))} to ${b.length === 4 ? year(Number(b)) : pair(Number(b))}`,
  ),
  rule(
    `${FROM}(\\d{1,4}(?:\\.\\d+)?)(?:-|\\s?–\\s?)(\\d{1,4}(?:\\.\\d+)?)(?![\\w.-]\\d|[\\p{L}\\p{N}-])`,
    (_, a, b) => `${numberWords(a)} to ${numberWords(b)}`,
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
  rule('(?<=\\p{L})-?(\\d+)(?![\\p{L}\\p{N}])', (_, n) => ` ${lettersNumber(n)}`),
  rule('(?<![\\p{L}\\p{N}])(\\d+)(?=\\p{L})', (_, n) => `${numberWords(n)} `),
];
