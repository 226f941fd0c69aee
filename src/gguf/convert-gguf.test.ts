import { expect, test } from 'vitest';
import { architectureGguf } from '#testing/architecture-gguf.ts';
import { ENTRIES, type Entry, ggufFile, SHAPES, Writer } from '#testing/gguf-file.ts';
import { convertGguf, planConversion } from './convert-gguf.ts';
import { GgufError } from './gguf-error.ts';
import { toBlocks } from './quantize.ts';
import { type ByteSource, readGguf } from './read-gguf.ts';
import { dequantize, halfAt, weightType } from './weight-types.ts';
import { fromPairs } from './write-graph.ts';

const sourceOf = (bytes: Uint8Array): ByteSource => ({
  size: bytes.length,
  read: async (at, length) => {
    if (at + length > bytes.length) throw new Error('Read beyond the end.');
    return bytes.slice(at, at + length);
  },
});

async function convert(bytes: Uint8Array): Promise<Map<string, Uint8Array>> {
  const files = new Map<string, Uint8Array>();
  await convertGguf(sourceOf(bytes), {
    writeText: async (path, text) => {
      files.set(path, new TextEncoder().encode(text));
    },
    open: async (path) => {
      const parts: number[] = [];
      return {
        write: async (part) => {
          parts.push(...part);
        },
        close: async () => {
          files.set(path, Uint8Array.from(parts));
        },
      };
    },
  });
  return files;
}

test('a file becomes the files of a repository', async () => {
  const files = await convert(ggufFile());
  expect([...files.keys()]).toEqual([
    'config.json',
    'generation_config.json',
    'tokenizer_config.json',
    'tokenizer.json',
    'onnx/model_quantized.onnx',
  ]);
  const json = (path: string) => JSON.parse(new TextDecoder().decode(files.get(path)));
  expect(json('config.json')).toMatchObject({ model_type: 'llama', vocab_size: 8, head_dim: 16 });
  expect(json('generation_config.json').eos_token_id).toEqual([1, 0]);
  expect(json('tokenizer.json').model.merges).toEqual(['a b']);
  expect(json('tokenizer.json').added_tokens).toHaveLength(2);
});

test('tokens that differ in a byte order mark alone stay different', async () => {
  const tokens = ['<|endoftext|>', '<|im_end|>', 'a', '\uFEFFa', 'ab', 'c', '', '\uFEFF'];
  const entries = ENTRIES.filter(([key]) => key !== 'tokenizer.ggml.tokens');
  const { files } = await planConversion(
    sourceOf(ggufFile([...entries, ['tokenizer.ggml.tokens', 'texts', tokens]])),
  );
  expect(Object.keys(JSON.parse(files['tokenizer.json'] ?? '').model.vocab)).toEqual(tokens);
});

test('Gemma 3 has windows, and a tokenizer of pieces', async () => {
  const file = architectureGguf('gemma3');
  const { graph, shape, files } = await planConversion(sourceOf(file));
  expect(shape).toMatchObject({ architecture: 'gemma3', window: { tokens: 8, every: 6 } });
  const attention = graph.nodes.filter(({ operator }) => operator === 'GroupQueryAttention');
  const windows = attention.map(({ integers }) => integers?.['local_window_size'] ?? null);
  expect(windows).toEqual([8, 8, 8, 8, 8, null]);
  const tokenizer = JSON.parse(files['tokenizer.json'] ?? '');
  // The pieces with the highest scores are joined first.
  expect(tokenizer.model.merges).toEqual([
    ['▁', 'ab'],
    ['a', 'b'],
    ['t', 'h'],
    ['th', 'e'],
  ]);
  expect(tokenizer.post_processor.special_tokens).toHaveProperty('<bos>');
  expect(JSON.parse(files['generation_config.json'] ?? '').eos_token_id).toEqual([1, 4, 7]);
  const unscored = architectureGguf('gemma3');
  unscored[Buffer.from(unscored).indexOf('tokenizer.ggml.scores')] = 120;
  await expect(planConversion(sourceOf(unscored))).rejects.toThrow('its vocabulary does not fit');
});

test('a special token of Phi 3 takes the spaces after it, and words that are tokens are not cut for Llama 3', async () => {
  const phi = await planConversion(sourceOf(architectureGguf('phi3')));
  const { added_tokens: added } = JSON.parse(phi.files['tokenizer.json'] ?? '');
  const stripped = added.filter(({ rstrip }: { rstrip: boolean }) => rstrip);
  expect(stripped.map(({ content }: { content: string }) => content)).toContain('</s>');
  expect(stripped).toHaveLength(added.length - 2);
  const lfm = await planConversion(sourceOf(architectureGguf('lfm2')));
  expect(JSON.parse(lfm.files['tokenizer.json'] ?? '').model.ignore_merges).toBe(true);
});

test('a table of tokens that also makes the logits is stored once', async () => {
  const plan = async (shapes: Record<string, number[]>, type?: number) => {
    const { graph } = await planConversion(sourceOf(ggufFile(ENTRIES, shapes, type)));
    return graph.making.flatMap((making) =>
      'tensor' in making && /^(?:token_embd|output)\.weight$/.test(making.tensor.name)
        ? [`${making.kind} ${making.tensor.name}`]
        : [],
    );
  };
  const once = ['codes token_embd.weight', 'scales token_embd.weight'];
  expect(await plan(SHAPES, 8)).toEqual(once);
  const both = { ...SHAPES, 'output.weight': SHAPES['token_embd.weight'] ?? [] };
  const apart = ['rows token_embd.weight', 'row-scales token_embd.weight'];
  expect(await plan(both, 8)).toEqual([...apart, 'codes output.weight', 'scales output.weight']);
  // A row of 4 bits cannot be looked up.
  expect(await plan(SHAPES, 2)).toEqual([...apart, ...once]);
});

test('a weight that is not known, and positions that are not, are refused by name', async () => {
  const sinks = ggufFile(ENTRIES, { ...SHAPES, 'blk.0.attn_sinks.weight': [2] });
  await expect(planConversion(sourceOf(sinks))).rejects.toThrow(
    'a weight that is not known here (blk.0.attn_sinks.weight)',
  );
  const yarn: Entry = ['llama.rope.scaling.type', 'text', 'yarn'];
  await expect(planConversion(sourceOf(ggufFile([...ENTRIES, yarn])))).rejects.toThrow(
    'The positions of this model (yarn)',
  );
  const odd = ['attention.key_length', 'rope.dimension_count'].map(
    (key): Entry => [`llama.${key}`, 'uint32', 8],
  );
  await expect(planConversion(sourceOf(ggufFile([...ENTRIES, ...odd])))).rejects.toThrow(
    'turn 8 numbers of a head',
  );
});

test('damaged and hostile files end in a sentence', async () => {
  const whole = ggufFile();
  const without = (key: string) => ENTRIES.filter(([name]) => name !== key);
  const cases: Uint8Array[] = [
    new Uint8Array(),
    new TextEncoder().encode('<!doctype html>'),
    ggufFile(ENTRIES, SHAPES, 23),
    ggufFile(ENTRIES, SHAPES, 999),
    ggufFile(ENTRIES, { ...SHAPES, 'blk.0.attn_q.weight': [32, 33] }),
    ggufFile(ENTRIES, Object.fromEntries(Object.entries(SHAPES).slice(0, 5))),
    ggufFile([['general.architecture', 'text', 'mamba']]),
    ...ENTRIES.filter(([name]) => !/token_type|eos_token|pre$|head_count_kv/.test(name)).map(
      ([name]) => ggufFile(without(name)),
    ),
    ggufFile([...ENTRIES, ['llama.rope.scaling.type', 'text', 'yarn']]),
    ggufFile([...ENTRIES, ['llama.block_count', 'uint32', 4_000_000_000]]),
  ];
  // Cut anywhere, and one byte of the header changed anywhere.
  for (let at = 0; at < whole.length; at += 61) cases.push(whole.slice(0, at));
  const flipped: Uint8Array[] = [];
  for (let at = 0; at < 1_400; at += 7) {
    const copy = whole.slice();
    copy[at] = (copy[at] ?? 0) ^ 0xff;
    flipped.push(copy);
  }
  for (const bytes of cases) await expect(convert(bytes)).rejects.toBeInstanceOf(GgufError);
  let refused = 0;
  for (const bytes of flipped) {
    const error = await convert(bytes).catch((problem: unknown) => problem);
    if (!(error instanceof Map)) {
      expect(error).toBeInstanceOf(GgufError);
      expect(String(error)).toMatch(/[.]$/);
      refused++;
    }
  }
  expect(cases.length + flipped.length).toBeGreaterThan(200);
  expect(refused).toBeGreaterThan(50);
});

/** A code around its zero point. */
function codeAt(codes: Uint8Array, bits: number, i: number): number {
  if (bits === 8) return (codes[i] as number) - 128;
  return (((codes[i >> 1] as number) >> (4 * (i & 1))) & 15) - 8;
}

test('weights in blocks have the values that the format defines, exactly where blocks are the same', () => {
  expect(halfAt(Uint8Array.of(0, 0x3c), 0)).toBe(1);
  expect(halfAt(Uint8Array.of(1, 0), 0)).toBe(2 ** -24);
  for (const id of [2, 3, 6, 7, 8, 12, 13, 14]) {
    const type = weightType(id);
    const bytes = Uint8Array.from({ length: 4 * type.bytes }, (_, i) => (i * 37 + id) & 0x3b);
    const floats = new Float32Array(4 * type.weights);
    dequantize(type, bytes, floats);
    expect([type.name, floats.every(Number.isFinite)]).toEqual([type.name, true]);
    const scales = new Float32Array(floats.length / 32);
    const bits = type.name === 'Q4_0' ? 4 : 8;
    const codes = new Uint8Array((floats.length * bits) / 8);
    toBlocks(type, bytes, codes, scales);
    const isExact = ['Q4_0', 'Q5_0', 'Q8_0'].includes(type.name);
    const worst = floats.map((float, i) => {
      const scale = scales[i >> 5] as number;
      const allowed = isExact ? 1e-6 : Math.abs(scale) * 0.51;
      return Math.abs(codeAt(codes, bits, i) * scale - float) - allowed;
    });
    expect([type.name, Math.max(...worst) <= 0]).toEqual([type.name, true]);
  }
});

test('pairs of neighbours become halves, head by head', () => {
  const rows = Uint8Array.from([0, 1, 2, 3, 10, 11, 12, 13]);
  expect([...fromPairs(rows, 1, 4)]).toEqual([0, 2, 1, 3, 10, 12, 11, 13]);
});

test('a header that claims a vocabulary of exabytes is refused before memory is taken', async () => {
  const writer = new Writer().uint32(0x46554747).uint32(3).uint64(0).uint64(1);
  writer
    .text('x')
    .uint32(9)
    .uint32(8)
    .uint64(2 ** 50);
  const bytes = Uint8Array.from(writer.bytes);
  await expect(readGguf(sourceOf(bytes))).rejects.toThrow('damaged');
});

test('rows of a head are moved the same in a Buffer of Node', () => {
  const rows = Uint8Array.from({ length: 48 }, (_, i) => i);
  const moved = fromPairs(rows, 3, 8);
  expect([...fromPairs(Buffer.from(rows), 3, 8)]).toEqual([...moved]);
  expect([...moved.subarray(0, 12)]).toEqual([0, 1, 2, 6, 7, 8, 12, 13, 14, 18, 19, 20]);
  expect([...rows.subarray(0, 4)]).toEqual([0, 1, 2, 3]);
});
