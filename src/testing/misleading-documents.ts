import { deflateSync, strToU8, zipSync } from 'fflate';
import { seeded } from '#base/numbers.ts';

type Bytes = Uint8Array<ArrayBuffer>;

const WORDS = [
  'heron',
  'Fluß',
  '文書',
  'ไทย',
  'مرحبا',
  '\u202eright',
  '{',
  '"',
  ',',
  '\u0000',
  '😀',
];
const EXTENSIONS = ['txt', 'md', 'html', 'csv', 'tsv', 'json', 'jsonl', 'pdf', 'docx', 'npy'];

/** A random misleading file; deterministic for a seed. */
export function misleadingFile(seed: number): File {
  const random = seeded(seed * 7_919 + 1);
  // The first numbers of neighbouring seeds are alike.
  for (let i = 0; i < 5; i++) random();
  const kind = KINDS[Math.floor(random() * KINDS.length)] as Kind;
  const [extension, bytes] = kind(random);
  return new File([damage(bytes, random)], `seed-${seed}.${extension}`);
}

type Kind = (random: () => number) => [extension: string, bytes: Bytes];

const KINDS: readonly Kind[] = [
  // Markup that is never closed, as deep as it goes.
  (random) => [
    'html',
    strToU8(`<${pick(random, ['div', 'p', 'b', 'svg', 'li'])}>`.repeat(size(random))),
  ],
  (random) => [
    'html',
    strToU8(`${'<a '.repeat(size(random))}${'<!-- '.repeat(99)}&#x110000;&nosuch;`),
  ],
  (random) => ['docx', word(`${'<w:p>'.repeat(size(random))}<w:t>end`)],
  (random) => ['docx', word('<w:p><w:r><w:t>a</w:t></w:r></w:p>'.repeat(size(random)))],
  (random) => ['docx', lyingZip(random)],
  // Text in other encodings than most expect.
  (random) => [pick(random, ['txt', 'csv', 'html']), inOddEncoding(random)],
  // Tables.
  (random) => ['csv', strToU8(`${'a,'.repeat(size(random))}\n${'1,'.repeat(99)}`)],
  (random) => ['csv', strToU8(`text\n"${'never closed, '.repeat(size(random))}`)],
  (random) => ['csv', strToU8(`a,b\n${'"x""'.repeat(size(random))}`)],
  (random) => ['tsv', strToU8(`${text(random)}\t\n`.repeat(size(random) >> 4))],
  (random) => ['jsonl', strToU8(keys(size(random) >> 4))],
  (random) => ['jsonl', strToU8(`{"a":${'['.repeat(size(random))}`)],
  () => ['jsonl', strToU8(`{"a":${'['.repeat(9_000)}${']'.repeat(9_000)}}\n{"__proto__":{"x":1}}`)],
  // Vectors with a false header.
  (random) => ['npy', npy(`(${Math.floor(random() * 1e9)}, ${Math.floor(random() * 1e9)})`)],
  (random) => ['npy', npy(pick(random, ['(0, 4)', '(4, 0)', '(1e99, 2)', '(-1, 2)', '(3,)']))],
  // One long line, marks without words, text of everything.
  (random) => [
    'txt',
    strToU8(pick(random, ['.', '¡', '文', '\u0301', '\u200d']).repeat(size(random))),
  ],
  (random) => [
    pick(random, EXTENSIONS),
    strToU8(Array.from({ length: 500 }, () => text(random)).join(' ')),
  ],
  (random) => [pick(random, EXTENSIONS), noise(random)],
];

const pick = <T>(random: () => number, list: readonly T[]): T =>
  list[Math.floor(random() * list.length)] as T;
const text = (random: () => number) => pick(random, WORDS).repeat(1 + Math.floor(random() * 9));
const size = (random: () => number) => Math.floor(10 ** (2 + 3.5 * random()));

function noise(random: () => number): Bytes {
  return Uint8Array.from({ length: size(random) }, () => random() * 256);
}

function keys(count: number): string {
  return Array.from({ length: count }, (_, i) => `{"k${i}":${i}}`).join('\n');
}

function word(xml: string): Bytes {
  return zipSync({ 'word/document.xml': strToU8(xml) });
}

/** An archive with wrong sizes in its headers. */
function lyingZip(random: () => number): Bytes {
  const zip = word('<w:p><w:t>text</w:t></w:p>'.repeat(size(random)));
  const view = new DataView(zip.buffer);
  for (let at = 0; at + 4 < zip.length; at++) {
    const signature = view.getUint32(at, true);
    if (signature === 0x02014b50) {
      const field = pick(random, [20, 24, 28, 30, 42]);
      view.setUint32(at + field, pick(random, [0, 1, 1_000, 0x7fffffff, 0xffffffff]), true);
    }
  }
  return zip;
}

function inOddEncoding(random: () => number): Bytes {
  const words = Array.from({ length: 200 }, () => text(random)).join(' ');
  const mark = pick(random, ['\ufeff', '', '\ufffe']);
  const isBig = random() < 0.5;
  const bytes = new Uint8Array(2 * (words.length + mark.length));
  const view = new DataView(bytes.buffer);
  for (const [i, c] of [...(mark + words).split('')].entries())
    view.setUint16(2 * i, c.charCodeAt(0), !isBig);
  return random() < 0.3 ? deflateSync(bytes) : bytes;
}

function npy(shape: string): Bytes {
  const header = `{'descr': '<f4', 'fortran_order': False, 'shape': ${shape}, }`;
  const length = String.fromCharCode(header.length & 255, header.length >> 8);
  return Uint8Array.from(`\x93NUMPY\x01\x00${length}${header}0123456789abcdef`, (c) =>
    c.charCodeAt(0),
  );
}

/** A third stay as they are; others end too early or have single bytes changed. */
function damage(bytes: Bytes, random: () => number): Bytes {
  const kind = random();
  if (kind < 0.4) return bytes;
  if (kind < 0.7) return bytes.slice(0, Math.floor(random() * bytes.length));
  const changed = bytes.slice();
  for (let i = 0; i < 10; i++) changed[Math.floor(random() * bytes.length)] = random() * 256;
  return changed;
}
