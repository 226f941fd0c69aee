import { digitByDigit } from './number-words.ts';
import { dateWords } from './written-dates.ts';
import { FROM, numberWords, oneOf, pair, type Rule, rule, TO } from './written-rules.ts';

/** 'mailto', addresses and names of files, said by their parts. */
const address = (text: string) =>
  text
    .replace(/^(?:https?|ftp):\/\//iu, '')
    .replace(/^www\./iu, '')
    .replace(/[?#].*$/u, '')
    .replace(/\/+$/u, '')
    .replace(/[._/@:+~-]/gu, (mark) => ` ${ADDRESS_MARKS[mark] ?? ''} `);
const ADDRESS_MARKS: Readonly<Record<string, string>> = {
  '.': 'dot',
  '/': 'slash',
  '@': 'at',
  ':': 'colon',
  _: 'underscore',
  '-': 'dash',
  '+': 'plus',
  '~': 'tilde',
  '\\': 'backslash',
  '=': 'equals',
};
const EXTENSIONS =
  'pdf|docx?|xlsx?|pptx?|txt|csv|json|html?|css|jsx?|tsx?|mjs|py|md|png|jpe?g|gif|webp|svg|mp3|mp4|wav|ogg|flac|zip|gz|exe|sh|yml|yaml|toml|xml|sql|srt|vtt|gguf|onnx|npy';
const DOMAINS = 'com|org|net|edu|gov|io|co|uk|de|fr|info|dev|app|ai|eu|us|ca|au|ch|at|tv|me';
/** Products whose numbers behind a point are a whole number of their own: Python 3.12 comes after 3.9. */
const VERSIONED = oneOf(
  'Python PHP Java Node Node.js Ruby Perl Rust TypeScript Kotlin Django Rails Angular React Vue Laravel Ubuntu Debian Fedora macOS iOS iPadOS watchOS Android Linux Windows Chrome Firefox Safari Kubernetes Docker PostgreSQL MySQL SQLite CUDA PyTorch TensorFlow NumPy OpenGL OpenSSL Bluetooth USB HDMI version Version release Release'.split(
    ' ',
  ),
);
/** A part of a version: '12' → 'twelve', '04' → 'oh four'. */
const part = (digits: string) =>
  /^0\d$/u.test(digits) ? pair(Number(digits)) : numberWords(digits);
const versionWords = (text: string) => text.split('.').map(part).join(' point ');
/** A name in a path or an option of a command, with its marks. */
const spelled = (text: string) =>
  text.replace(/[._/\\:~=-]/gu, (mark) => ` ${ADDRESS_MARKS[mark] ?? ''} `);
/** '2001' → 'two zero zero one', 'db8' → 'D B eight'. */
const hexDigits = (text: string) =>
  [...text].map((c) => (/\d/u.test(c) ? digitByDigit(c) : c.toUpperCase())).join(' ');

const isWord = (extension: string) => /^(?:zip|gif|doc)$/iu.test(extension);

/** Addresses, names of files, paths, options, versions and telephone numbers. */
export const ADDRESSES: readonly Rule[] = [
  rule(
    '(?:https?|ftp):\\/\\/[^\\s<>"]+[^\\s<>".,;:!?)\\]]|www\\.[^\\s<>"]+[^\\s<>".,;:!?)\\]]',
    (all) => address(all),
    'giu',
  ),
  rule('[\\w.+-]+@[\\w-]+(?:\\.[\\w-]+)+', (all) => address(all)),
  rule(
    `(?<![\\w./@])((?:[\\w-]+\\.)+(?:${DOMAINS}))((?:\\/[\\w./-]*[\\w/])?)(?![\\w@])`,
    (all) => address(all),
    'giu',
  ),
  // Paths of at least two names, or from a known beginning.
  rule(
    String.raw`(?<![\w/.~:@])(?:~|\.{1,2}|[A-Z]:)?(?:\/[\w.@+-]*\w){2,}\/?(?![\w/])|(?<![\w/.~])(?:~|\.{1,2})\/[\w.@/+-]*\w|(?<!\w)[A-Z]:\\[\w.\\-]*`,
    (all) => spelled(all),
  ),
  rule(
    String.raw`(?<=^|\s)(--?)((?<=--)\p{L}[\w-]*\w|\p{L}{1,4})(?:=([\w./-]+))?(?![\w-])`,
    (_, dashes, name, value) =>
      `${dashes === '--' ? 'dash dash' : 'dash'} ${name.replaceAll('-', ' dash ')}${value ? ` equals ${spelled(value)}` : ''}`,
  ),
  // An address of IPv6 has two colons in a row, or seven.
  rule(
    String.raw`(?<![\w:.])(?=[\da-fA-F:]*(?:::|(?::[\da-fA-F]+){7}))(?=:*[\da-fA-F])(?:[\da-fA-F]{0,4}:){2,7}[\da-fA-F]{0,4}(?![\w:])`,
    (all) => all.split(':').map(hexDigits).join(' colon '),
  ),
  // An address of a network card.
  rule(
    String.raw`(?<![\w:-])(?:[\dA-Fa-f]{2}([:-]))(?:[\dA-Fa-f]{2}\1){4}[\dA-Fa-f]{2}(?![\w:-])`,
    (all) => all.split(/[:-]/u).map(hexDigits).join(', '),
  ),
  rule(
    String.raw`(?<![\w&])#(?=[A-Fa-f]*\d)([\dA-Fa-f]{6})(?!\w)`,
    (_, digits) => `hash ${hexDigits(digits)}`,
  ),
  rule(
    `(?<![\\w/])([\\w-]+(?:\\.[\\w-]+)*)\\.(${EXTENSIONS})(?![\\w])`,
    (_, name, extension) =>
      `${name.replace(/[._-]+/gu, ' ')} dot ${isWord(extension) ? extension : extension.toUpperCase()}`,
    'giu',
  ),
  rule(
    `${FROM}(\\d{1,3})\\.(\\d{1,3})\\.(\\d{1,3})\\.(\\d{1,3})(?::(\\d+))?(?!\\.?\\d)`,
    (_, ...parts) =>
      parts.slice(0, 4).map(numberWords).join(' dot ') +
      (parts[4] && /^\d+$/u.test(parts[4]) ? ` colon ${digitByDigit(parts[4])}` : ''),
  ),
  rule(
    '(?<![\\p{L}\\p{N}_.])[vV](\\d+(?:\\.\\d+)*)(?![\\w])',
    (_, version) => `version ${versionWords(version)}`,
  ),
  rule(
    String.raw`(?<![\p{L}\p{N}])(${VERSIONED}) (\d+(?:\.\d+)+)(?![\p{L}\p{N}]|\.\d)`,
    (_, name, version) => `${name} ${versionWords(version)}`,
  ),
  rule(
    String.raw`(?<![\p{L}\p{N}])802\.(\d+)(?!\d)`,
    (_, standard) => `eight oh two point ${numberWords(standard)} `,
  ),
  rule(`${FROM}(\\d{1,2})\\.(\\d{2})\\.(\\d{4})${TO}`, (_, d, m, y) =>
    dateWords(y, Number(m), Number(d)),
  ),
  rule(`${FROM}(\\d+)\\.(\\d+)\\.(\\d+)(?!\\.?\\d)`, (_, ...parts) =>
    parts.slice(0, 3).map(part).join(' point '),
  ),
  // Telephone numbers, digit by digit.
  rule(
    '(?<![\\w.])(?:\\+?(\\d{1,3})[ .-])?\\(?(\\d{3})\\)?[ .-](\\d{3})[ .-](\\d{4})(?![\\w])',
    (all, country, ...parts) =>
      `${country ? `${all.startsWith('+') ? 'plus ' : ''}${digitByDigit(country)}, ` : ''}${parts.slice(0, 3).map(digitByDigit).join(', ')}`,
  ),
  rule(
    '(?<![\\w.-])(\\d{3})-(\\d{4})(?![\\w.-]\\d|\\d)',
    (_, a, b) => `${digitByDigit(a)}, ${digitByDigit(b)}`,
  ),
  rule(
    '(?<![\\w./-])(0\\d{1,5})[ /-](\\d{4,})(?![\\w-])',
    (_, a, b) => `${digitByDigit(a)}, ${digitByDigit(b)}`,
  ),
  rule(
    '(?<![\\w.])\\+(\\d{1,3}(?:[ -]\\d{2,5}){2,})(?!\\d)',
    (_, digits) => `plus ${digits.split(/[ -]/u).map(digitByDigit).join(', ')}`,
  ),
];
