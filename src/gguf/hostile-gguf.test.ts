import { expect, test } from 'vitest';
import { seeded } from '#base/numbers.ts';
import { architectureGguf } from '#testing/architecture-gguf.ts';
import { ENTRIES, ggufFile, SHAPES } from '#testing/gguf-file.ts';
import { convertGguf } from './convert-gguf.ts';
import { GgufError } from './gguf-error.ts';
import { type GgufValue, readGguf } from './read-gguf.ts';
import { writeTokenizer } from './write-tokenizer.ts';

/** Bytes that one conversion may read and write: the tables of positions of 32,768 tokens are the largest. */
const MAX_READ = 40_000_000;
const MAX_WRITTEN = 300_000_000;
const MAX_SECONDS = 10;

/** Converts and counts. @returns the error; null where the file could be converted */
async function outcome(bytes: Uint8Array): Promise<unknown> {
  let read = 0;
  let written = 0;
  const count = (length: number) => {
    written += length;
    if (written > MAX_WRITTEN) throw new Error('Writes without end.');
  };
  try {
    await convertGguf(
      {
        size: bytes.length,
        read: async (at, length) => {
          if (at < 0 || at + length > bytes.length) throw new Error('Reads beyond the end.');
          read += length;
          if (read > MAX_READ) throw new Error('Reads without end.');
          return bytes.slice(at, at + length);
        },
      },
      {
        writeText: async (_, text) => count(text.length),
        open: async () => ({ write: async (part) => count(part.length), close: async () => {} }),
      },
    );
    return null;
  } catch (error) {
    return error;
  }
}

const whole = ggufFile();
/** A file of Gemma, whose tokenizer is of another kind. */
const FILES = [whole, architectureGguf('gemma3')];

/** Where the weights begin: a change behind it is another weight, which nothing can find. */
async function headerBytes(bytes: Uint8Array): Promise<number> {
  const read = async (at: number, length: number) => bytes.slice(at, at + length);
  const { tensors } = await readGguf({ size: bytes.length, read });
  return Math.min(...[...tensors.values()].map(({ at }) => at));
}

type Damage = (bytes: Uint8Array, random: () => number, header: number) => Uint8Array;
const place = (random: () => number, length: number) => Math.floor(random() * length);

/** Numbers that a hostile header claims. */
const CLAIMS = [0n, 1n, 0xffn, 0x7fffffffn, 0xffffffffn, 1n << 40n, 1n << 53n, (1n << 64n) - 1n];

const DAMAGES: Record<string, Damage> = {
  'is cut': (bytes, random) => bytes.slice(0, place(random, bytes.length)),
  'has other bits': (bytes, random, header) => {
    const copy = bytes.slice();
    for (let i = 0; i < 8; i++) {
      const at = place(random, header);
      copy[at] = (copy[at] ?? 0) ^ (1 << place(random, 8));
    }
    return copy;
  },
  'claims other numbers': (bytes, random, header) => {
    const copy = bytes.slice();
    const view = new DataView(copy.buffer);
    const claim = CLAIMS[place(random, CLAIMS.length)] ?? 0n;
    view.setBigUint64(place(random, header - 8), claim, true);
    return copy;
  },
  'lacks a piece': (bytes, random, header) => {
    const at = place(random, header);
    const length = 1 + place(random, 64);
    return Uint8Array.from([...bytes.slice(0, at), ...bytes.slice(at + length)]);
  },
  'has a piece twice': (bytes, random, header) => {
    const at = place(random, header);
    const length = 1 + place(random, 256);
    return Uint8Array.from([...bytes.slice(0, at + length), ...bytes.slice(at)]);
  },
  'is noise behind its start': (bytes, random) =>
    bytes.map((byte, at) => (at < 24 ? byte : place(random, 256))),
};

test('files damaged in 480 ways convert or end in a sentence, in bounded time and memory', async () => {
  const random = seeded(44);
  let refused = 0;
  const headers = await Promise.all(FILES.map(headerBytes));
  for (const [name, damage] of Object.entries(DAMAGES)) {
    for (let i = 0; i < 80; i++) {
      const file = FILES[i % FILES.length] ?? whole;
      const bytes = damage(file, random, headers[i % FILES.length] ?? 0);
      const start = performance.now();
      const error = await outcome(bytes);
      expect([name, i, performance.now() - start < MAX_SECONDS * 1000]).toEqual([name, i, true]);
      if (error === null) continue;
      refused++;
      expect([name, i, error instanceof GgufError ? '' : String(error)]).toEqual([name, i, '']);
      expect(String(error)).toMatch(/^GgufError: [A-Z].*[.]$/s);
    }
  }
  expect(refused).toBeGreaterThan(250);
}, 120_000);

test('what cannot be converted is named', async () => {
  const sentence = async (bytes: Uint8Array) => String(await outcome(bytes));
  const withEntry = (entry: (typeof ENTRIES)[number]) =>
    ggufFile([...ENTRIES.filter(([key]) => key !== entry[0]), entry]);
  expect(await sentence(withEntry(['general.architecture', 'text', 'mamba']))).toContain('"mamba"');
  expect(await sentence(withEntry(['general.architecture', 'text', 'gemma4']))).toContain(
    '"gemma4"',
  );
  expect(await sentence(ggufFile(ENTRIES, SHAPES, 23))).toContain('IQ4_XS');
  expect(await sentence(ggufFile(ENTRIES, SHAPES, 16))).toContain('IQ2_XXS');
  expect(await sentence(ggufFile(ENTRIES, SHAPES, 39))).toContain('MXFP4');
  const partly: typeof ENTRIES = [
    ['llama.attention.key_length', 'uint32', 32],
    ['llama.rope.dimension_count', 'uint32', 16],
  ];
  const keys = partly.map(([key]) => key);
  expect(
    await sentence(ggufFile([...ENTRIES.filter(([key]) => !keys.includes(key)), ...partly])),
  ).toContain('Models of llama that turn 16 of 32 numbers of a head');
  // Legal in newer files.
  expect(
    await sentence(withEntry(['llama.attention.head_count_kv', 'integers', [1, 2]])),
  ).toContain('differ in llama.attention.head_count_kv cannot be converted yet');
  const part = ggufFile([...ENTRIES, ['split.count', 'uint32', 3], ['split.no', 'uint32', 1]]);
  expect(await sentence(part)).toContain('part 2 of 3');
  expect(await sentence(withEntry(['tokenizer.ggml.model', 'text', 'bert']))).toContain('bert');
  expect(await sentence(new TextEncoder().encode('%PDF-1.7 …'))).toContain('not a GGUF file');
  expect(await sentence(whole.slice(0, -100))).toContain('cut off');
});

test('a header of long arrays is refused before it fills the memory', async () => {
  const numbers = Array.from({ length: 1_400_000 }, (_, i) => i & 1);
  const hostile = ggufFile([
    ...['a', 'b', 'c'].map((key): (typeof ENTRIES)[number] => [key, 'integers', numbers]),
    ...ENTRIES,
  ]);
  expect(String(await outcome(hostile))).toContain('damaged');
});

test('a vocabulary that is joined in millions of ways is refused', () => {
  const tokens = Array.from({ length: 1 << 17 }, (_, at) => (at + 2).toString(2).slice(1));
  const metadata = new Map<string, GgufValue>([
    ['tokenizer.ggml.model', 'llama'],
    ['tokenizer.ggml.scores', tokens.map((_, at) => at)],
    ['tokenizer.ggml.token_type', tokens.map(() => 1)],
  ]);
  expect(() => writeTokenizer(metadata, tokens, { bos: null, architecture: 'llama' })).toThrow(
    'too many ways',
  );
}, 120_000);
