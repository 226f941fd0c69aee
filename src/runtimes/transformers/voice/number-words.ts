/** Numbers as English says them. Integers are `bigint`: a text may hold more digits than a double has. */

const ONES =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const TENS = '- - twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const SCALES =
  '- thousand million billion trillion quadrillion quintillion sextillion septillion octillion nonillion decillion'.split(
    ' ',
  );
const IRREGULAR: Readonly<Record<string, string>> = {
  one: 'first',
  two: 'second',
  three: 'third',
  five: 'fifth',
  eight: 'eighth',
  nine: 'ninth',
  twelve: 'twelfth',
};
/** The first number without a name here: its digits are said one by one. */
const TOO_LARGE = 10n ** 36n;

const wordOf = (words: readonly string[], at: number) => words[at] ?? '';

function belowThousand(n: number): string {
  const rest = n % 100;
  const words: string[] = [];
  if (n >= 100) words.push(wordOf(ONES, Math.floor(n / 100)), 'hundred');
  if (rest >= 20) {
    const one = rest % 10;
    words.push(wordOf(TENS, Math.floor(rest / 10)) + (one > 0 ? `-${wordOf(ONES, one)}` : ''));
  } else if (rest > 0 || n === 0) words.push(wordOf(ONES, rest));
  return words.join(' ');
}

/** 1234 → 'one thousand two hundred thirty-four', as Americans say it. */
export function cardinal(n: bigint): string {
  if (n < 0n) return `minus ${cardinal(-n)}`;
  if (n >= TOO_LARGE) return digitByDigit(String(n));
  if (n < 1000n) return belowThousand(Number(n));
  const groups: string[] = [];
  for (let [rest, scale] = [n, 0]; rest > 0n; rest /= 1000n, scale++) {
    const group = Number(rest % 1000n);
    if (group === 0) continue;
    groups.unshift(belowThousand(group) + (scale > 0 ? ` ${wordOf(SCALES, scale)}` : ''));
  }
  return groups.join(' ');
}

/** 101 → 'one hundred first'. */
export function ordinal(n: bigint): string {
  const words = cardinal(n);
  const at = Math.max(words.lastIndexOf(' '), words.lastIndexOf('-')) + 1;
  return words.slice(0, at) + ordinalWord(words.slice(at));
}

function ordinalWord(word: string): string {
  if (Object.hasOwn(IRREGULAR, word)) return IRREGULAR[word] ?? '';
  return word.endsWith('y') ? `${word.slice(0, -1)}ieth` : `${word}th`;
}

/** 1905 → 'nineteen oh-five', 2005 → 'two thousand five'. */
export function year(n: number): string {
  const [high, low] = [Math.floor(n / 100), n % 100];
  if (high === 0 || (high % 10 === 0 && low < 10) || high >= 100) return cardinal(BigInt(n));
  const century = belowThousand(high);
  if (low === 0) return `${century} hundred`;
  return `${century} ${low < 10 ? `oh-${wordOf(ONES, low)}` : belowThousand(low)}`;
}

export function digitByDigit(digits: string): string {
  return [...digits].map((digit) => wordOf(ONES, Number(digit))).join(' ');
}
