// Each architecture computes what llama.cpp does for the same tiny file (bench/real/gguf-reference.mjs), in onnxruntime's wasm build.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ARCHITECTURE_FILES, architectureGguf } from '#testing/architecture-gguf.ts';
import { planConversion, writeModel } from './convert-gguf.ts';

interface Tensor {
  data: Float32Array;
}
interface Ort {
  InferenceSession: {
    create(bytes: Uint8Array): Promise<{
      outputNames: readonly string[];
      run(feeds: Record<string, Tensor>): Promise<Record<string, Tensor>>;
      release(): Promise<void>;
    }>;
  };
  Tensor: new (type: string, data: Float32Array | BigInt64Array, dims: readonly number[]) => Tensor;
  env: { wasm: { numThreads: number } };
}

interface Reference {
  ids: number[];
  /** The likeliest token after each one, and the first logits after the last one. */
  models: Record<string, { next: number[]; last: number[] }>;
}
const { ids, models }: Reference = JSON.parse(
  readFileSync(new URL('reference.json', import.meta.url), 'utf8'),
);
const { InferenceSession, Tensor, env }: Ort = await import(import.meta.resolve('onnxruntime-web'));
env.wasm.numThreads = 1;

const LEVEL = new TextEncoder().encode('accuracy_level');

/** The graph with products in floats: what 8 bits round away would hide small mistakes. */
function inFloats(graph: Buffer): Uint8Array {
  for (let at = graph.indexOf(LEVEL); at >= 0; at = graph.indexOf(LEVEL, at + 1)) {
    // The tag of the integer and the integer follow the name.
    graph[at + LEVEL.length + 1] = 0;
  }
  return graph;
}

const int64 = (values: readonly number[]) =>
  new Tensor('int64', BigInt64Array.from(values, BigInt), [1, values.length]);

test.each(ARCHITECTURE_FILES)('%s agrees with llama.cpp', async (name) => {
  const file = architectureGguf(name);
  const read = async (at: number, length: number) => file.slice(at, at + length);
  const model = await planConversion({ size: file.length, read });
  const written: Uint8Array[] = [];
  const write = async (part: Uint8Array) => {
    written.push(part.slice());
  };
  const open = async () => ({ write, close: async () => {} });
  await writeModel(model, { writeText: async () => {}, open });
  const session = await InferenceSession.create(inFloats(Buffer.concat(written)));
  const past = Object.fromEntries(
    model.graph.inputs.slice(2).map(({ name: input, dimensions: [, a, b, c] }) => {
      const dims = c === undefined ? [1, Number(a), Number(b)] : [1, Number(a), 0, Number(c)];
      const size = dims.reduce((product, one) => product * one, 1);
      return [input, new Tensor('float32', new Float32Array(size), dims)];
    }),
  );
  // Most tokens as a prompt, the others one after another with the caches.
  const logits: Float32Array[] = [];
  let cache = past;
  for (const [from, to] of [[0, 30], ...ids.slice(30).map((_, i) => [30 + i, 31 + i])]) {
    const inputs = {
      input_ids: int64(ids.slice(from, to)),
      attention_mask: int64(ids.slice(0, to).map(() => 1)),
    };
    const out = await session.run({ ...inputs, ...cache });
    logits.push(out['logits']?.data ?? new Float32Array());
    const named = Object.entries(out).filter(([output]) => output !== 'logits');
    cache = Object.fromEntries(
      named.map(([output, tensor]) => [
        output.replace('present_conv', 'past_conv').replace('present.', 'past_key_values.'),
        tensor,
      ]),
    );
  }
  await session.release();
  const { vocabulary } = model.shape;
  const rows = logits.flatMap((all) =>
    Array.from({ length: all.length / vocabulary }, (_, i) =>
      all.subarray(i * vocabulary, (i + 1) * vocabulary),
    ),
  );
  const expected = models[name];
  expect(rows.map((row) => row.indexOf(Math.max(...row)))).toEqual(expected?.next);
  const last = rows.at(-1)?.slice(0, expected?.last.length) ?? [];
  for (const [at, value] of last.entries()) expect(value).toBeCloseTo(expected?.last[at] ?? 0, 2);
});
