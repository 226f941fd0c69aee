// Tiny GGUF files for tests.

export type Entry = [
  key: string,
  type: 'text' | 'uint32' | 'float' | 'boolean' | 'texts' | 'integers' | 'floats',
  value: unknown,
];

/** Types of the elements of lists. */
const ELEMENTS: Record<string, number> = { texts: 8, integers: 5, floats: 6 };

/** Bytes of a GGUF file. */
export class Writer {
  readonly bytes: number[] = [];
  uint32(value: number): this {
    for (let i = 0; i < 4; i++) this.bytes.push((value >>> (8 * i)) & 255);
    return this;
  }
  uint64(value: number): this {
    return this.uint32(value % 2 ** 32).uint32(Math.floor(value / 2 ** 32));
  }
  float(value: number): this {
    this.bytes.push(...new Uint8Array(Float32Array.of(value).buffer));
    return this;
  }
  text(value: string): this {
    const bytes = new TextEncoder().encode(value);
    this.uint64(bytes.length).bytes.push(...bytes);
    return this;
  }
  entry([key, type, value]: Entry): this {
    this.text(key);
    if (type === 'text') return this.uint32(8).text(value as string);
    if (type === 'uint32') return this.uint32(4).uint32(value as number);
    if (type === 'float') return this.uint32(6).float(value as number);
    if (type === 'boolean') {
      this.uint32(7).bytes.push(value ? 1 : 0);
      return this;
    }
    const values = value as (string | number)[];
    this.uint32(9)
      .uint32(ELEMENTS[type] ?? 0)
      .uint64(values.length);
    for (const one of values) {
      if (typeof one === 'string') this.text(one);
      else if (type === 'floats') this.float(one);
      else this.uint32(one);
    }
    return this;
  }
}

const TOKENS = ['<|endoftext|>', '<|im_end|>', 'a', 'b', 'ab', 'c', 'd', 'e'];
const WIDTH = 32;
export const ENTRIES: Entry[] = [
  ['general.architecture', 'text', 'llama'],
  ['llama.block_count', 'uint32', 1],
  ['llama.embedding_length', 'uint32', WIDTH],
  ['llama.feed_forward_length', 'uint32', 64],
  ['llama.attention.head_count', 'uint32', 2],
  ['llama.attention.head_count_kv', 'uint32', 1],
  ['llama.attention.layer_norm_rms_epsilon', 'float', 1e-5],
  ['llama.context_length', 'uint32', 64],
  ['tokenizer.ggml.model', 'text', 'gpt2'],
  ['tokenizer.ggml.pre', 'text', 'smollm'],
  ['tokenizer.ggml.tokens', 'texts', TOKENS],
  ['tokenizer.ggml.token_type', 'integers', [3, 3, 1, 1, 1, 1, 1, 1]],
  ['tokenizer.ggml.merges', 'texts', ['a b']],
  ['tokenizer.ggml.eos_token_id', 'uint32', 1],
  ['tokenizer.chat_template', 'text', '{{ messages[0].content }}'],
];
export const SHAPES: Record<string, number[]> = {
  'token_embd.weight': [WIDTH, TOKENS.length],
  'output_norm.weight': [WIDTH],
  'blk.0.attn_norm.weight': [WIDTH],
  'blk.0.attn_q.weight': [WIDTH, 32],
  'blk.0.attn_k.weight': [WIDTH, 16],
  'blk.0.attn_v.weight': [WIDTH, 16],
  'blk.0.attn_output.weight': [32, WIDTH],
  'blk.0.ffn_norm.weight': [WIDTH],
  'blk.0.ffn_gate.weight': [WIDTH, 64],
  'blk.0.ffn_up.weight': [WIDTH, 64],
  'blk.0.ffn_down.weight': [64, WIDTH],
};

/**
 * A model of one layer, with weights as floats. `type`: of all weights, whatever the bytes. `numbersOf`: the weights of a tensor.
 */
export function ggufFile(
  entries = ENTRIES,
  shapes = SHAPES,
  type = 0,
  numbersOf?: (name: string, count: number) => ArrayLike<number>,
): Uint8Array {
  const writer = new Writer().uint32(0x46554747).uint32(3);
  writer.uint64(Object.keys(shapes).length).uint64(entries.length);
  for (const entry of entries) writer.entry(entry);
  let at = 0;
  const places: [name: string, from: number, count: number][] = [];
  for (const [name, dimensions] of Object.entries(shapes)) {
    writer.text(name).uint32(dimensions.length);
    for (const size of dimensions) writer.uint64(size);
    writer.uint32(type).uint64(at);
    const count = dimensions.reduce((all, size) => all * size, 1);
    places.push([name, at / 4, count]);
    at += 32 * Math.ceil(count / 8);
  }
  while (writer.bytes.length % 32 !== 0) writer.bytes.push(0);
  const numbers = Float32Array.from({ length: at / 4 }, (_, i) => Math.sin(i));
  if (numbersOf) {
    for (const [name, from, count] of places) numbers.set(numbersOf(name, count), from);
  }
  return Uint8Array.from([...writer.bytes, ...new Uint8Array(numbers.buffer)]);
}

/** Characters that byte-level tokenizers write for the 256 bytes. */
export function byteCharacters(): string[] {
  let next = 256;
  return Array.from({ length: 256 }, (_, byte) => {
    const isShown = (byte > 32 && byte < 127) || (byte > 160 && byte !== 173);
    return String.fromCodePoint(isShown ? byte : next++);
  });
}

/** A model with random weights that reads and writes every text byte by byte; its answers are noise. `name`: as it names itself. */
export function chattyGguf(name: string): Uint8Array {
  const tokens = ['<|endoftext|>', '<|im_end|>', ...byteCharacters()];
  const template =
    "{% for message in messages %}{{ message['role'] + ': ' + message['content'] + '\\n' }}{% endfor %}{% if add_generation_prompt %}{{ 'assistant: ' }}{% endif %}";
  const own: Entry[] = [
    ['general.name', 'text', name],
    ['general.license', 'text', 'apache-2.0'],
    ['llama.context_length', 'uint32', 512],
    ['tokenizer.ggml.tokens', 'texts', tokens],
    ['tokenizer.ggml.token_type', 'integers', tokens.map((_, at) => (at < 2 ? 3 : 1))],
    ['tokenizer.ggml.merges', 'texts', ['a b']],
    ['tokenizer.chat_template', 'text', template],
  ];
  const keys = new Set(own.map(([key]) => key));
  const entries = [...ENTRIES.filter(([key]) => !keys.has(key)), ...own];
  return ggufFile(entries, { ...SHAPES, 'token_embd.weight': [WIDTH, tokens.length] });
}
