const LETTER = '\\p{L}';
const [LOWER, UPPER] = ['a-zß-öø-ÿ', 'A-ZÀ-ÖØ-Þ'];
const QUOTES = '\'"”“`‘´’‚,„»«「」『』（）〔〕【】《》〈〉';
const MARKS = '…,:;!?¿¡()[]{}<>_#*&。？！，、；：～·';
const ICONS = '™®©°§¶†‡•';
const MONEY = 'US\\$|C\\$|A\\$|[$£€¥฿₽₹₩₪₺₴₦₫₱₲₵₸₼₾₿]';
const UNITS =
  'km²|km³|km|m²|m³|m|dm²|dm³|dm|cm²|cm³|cm|mm²|mm³|mm|ha|µm|nm|yd|in|ft|kg|g|mg|µg|t|lb|oz|m/s|km/h|kmh|mph|hPa|Pa|mbar|mb|MB|kb|KB|gb|GB|tb|TB|T|G|M|K|%';

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/-]/gu, '\\$&');
const oneOf = (characters: string) => `[${[...characters].map(escaped).join('')}]`;

const PREFIX = new RegExp(
  `^(?:[§%=—–]|\\+(?![0-9])|\\.\\.+|${oneOf(MARKS)}|${oneOf(QUOTES)}|${MONEY}|${oneOf(ICONS)})`,
  'u',
);
const SUFFIX = new RegExp(
  [
    '\\.\\.+',
    oneOf(MARKS),
    oneOf(QUOTES),
    oneOf(ICONS),
    "['’][sS]",
    '[—–]',
    '(?<=[0-9])\\+',
    '(?<=°[FfCcKk])\\.',
    `(?<=[0-9])(?:${MONEY})`,
    `(?<=[0-9])(?:${UNITS})`,
    `(?<=[0-9${LOWER}%²\\-+${escaped(MARKS)}${escaped(QUOTES)}])\\.`,
    `(?<=[${UPPER}][${UPPER}])\\.`,
  ]
    .map((part) => `(?:${part})`)
    .join('|')
    .replace(/^(.*)$/su, '(?:$1)$$'),
  'u',
);
const INFIX = new RegExp(
  [
    '\\.\\.+|…',
    oneOf(ICONS),
    '(?<=[0-9])[+\\-*^](?=[0-9\\-])',
    `(?<=[${LOWER}${escaped(QUOTES)}])\\.(?=[${UPPER}${escaped(QUOTES)}])`,
    `(?<=${LETTER}),(?=${LETTER})`,
    `(?<=[\\p{L}\\p{N}])(?:---|--|——|-|–|—|~)(?=${LETTER})`,
    `(?<=[\\p{L}\\p{N}])[:<>=/](?=${LETTER})`,
  ].join('|'),
  'gu',
);
const ADDRESS =
  /^(?:(?:https?|ftp):\/\/|www\.)\S+$|^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$|^(?:[\w-]+\.)+(?:com|org|net|edu|gov|io|co|uk|de|fr|info|biz|us|ca|au|tv|me|ly|ai)(?:\/\S*)?$/iu;

/** Texts that are split in a way of their own: `don't` → do, n't. */
export type Exceptions = ReadonlyMap<string, readonly string[]>;

/**
 * Splits a text into words and marks by the rules of spaCy's English tokenizer, which the tagger learned on: marks are
 * peeled off both ends of what stands between spaces, then hyphens and slashes split the rest.
 */
export function splitWords(
  text: string,
  exceptions: Exceptions,
): { text: string; spaced: boolean }[] {
  const words: { text: string; spaced: boolean }[] = [];
  for (const { 0: chunk, index } of text.matchAll(/\S+/gu)) {
    const parts = splitChunk(chunk, exceptions);
    const spaced = index + chunk.length < text.length;
    for (const [i, part] of parts.entries()) {
      words.push({ text: part, spaced: spaced && i === parts.length - 1 });
    }
  }
  return words;
}

function splitChunk(chunk: string, exceptions: Exceptions): readonly string[] {
  const before: string[] = [];
  const after: string[] = [];
  let rest = chunk;
  while (rest && !exceptions.has(rest)) {
    const { prefix, suffix } = marksAround(rest, exceptions);
    if (!prefix && !suffix) break;
    if (prefix) before.push(prefix);
    if (suffix) after.push(suffix);
    rest = rest.slice(prefix.length, rest.length - suffix.length);
  }
  const parts = [...before, ...splitMiddle(rest, exceptions), ...after.reverse()];
  return parts.length > 1 ? rejoin(parts, exceptions) : parts;
}

/** A mark at each end; only one where what it leaves is an exception: 'etc.' of '(etc.'. */
function marksAround(text: string, exceptions: Exceptions): { prefix: string; suffix: string } {
  const prefix = PREFIX.exec(text)?.[0] ?? '';
  if (prefix && exceptions.has(text.slice(prefix.length))) return { prefix, suffix: '' };
  const suffix = SUFFIX.exec(text.slice(prefix.length))?.[0] ?? '';
  if (suffix && exceptions.has(text.slice(0, text.length - suffix.length)))
    return { prefix: '', suffix };
  return { prefix, suffix };
}

function splitMiddle(text: string, exceptions: Exceptions): readonly string[] {
  const known = exceptions.get(text);
  if (known || !text) return known ?? [];
  if (ADDRESS.test(text)) return [text];
  const parts: string[] = [];
  let start = 0;
  for (const { 0: mark, index } of text.matchAll(INFIX)) {
    if (index === 0 || !mark) continue;
    if (index > start) parts.push(text.slice(start, index));
    parts.push(mark);
    start = index + mark.length;
  }
  if (start < text.length) parts.push(text.slice(start));
  return parts;
}

/** 'Sept' and '.' → 'Sept.', where that is a text of its own. */
function rejoin(parts: readonly string[], exceptions: Exceptions): string[] {
  const joined: string[] = [];
  for (let at = 0; at < parts.length; ) {
    const width = [3, 2].find(
      (size) => at + size <= parts.length && exceptions.has(parts.slice(at, at + size).join('')),
    );
    const known = width ? exceptions.get(parts.slice(at, at + width).join('')) : undefined;
    joined.push(...(known ?? [parts[at] ?? '']));
    at += width ?? 1;
  }
  return joined;
}
