import { expect, test } from 'vitest';
import type { FileStore } from '#model-files/file-store.ts';
import { withoutWeights } from './graph-without-weights.ts';
import { MessageParts } from './message-parts.ts';
import { closeStored, openStored, storedBytes } from './stored-bytes.ts';

const bytes = (length: number, value: number) => new Uint8Array(length).fill(value);

function bytesOf(parts: MessageParts, number: number, value: Uint8Array<ArrayBuffer>) {
  const inner = new MessageParts();
  inner.add(value);
  parts.addMessage(number, inner);
}

/** A TensorProto: one dimension, 8-bit numbers, a name, its numbers. */
function weight(name: string, numbers: Uint8Array<ArrayBuffer>): MessageParts {
  const tensor = new MessageParts();
  tensor.addNumber(1, numbers.length);
  tensor.addNumber(2, 3);
  bytesOf(tensor, 9, numbers);
  tensor.addText(8, name);
  return tensor;
}

/** A ModelProto: a version, then a graph with a name, three weights of different sizes and an output. */
function model(): Blob {
  const graph = new MessageParts();
  graph.addText(2, 'graph');
  graph.addMessage(5, weight('one', bytes(5000, 1)));
  graph.addMessage(5, weight('shape', bytes(8, 2)));
  graph.addMessage(5, weight('two', bytes(20_000, 3)));
  graph.addText(12, 'logits');
  const whole = new MessageParts();
  whole.addNumber(1, 8);
  whole.addMessage(7, graph);
  whole.addText(2, 'exporter');
  return whole.toBlob(new Blob());
}

const textOf = async (blob: Blob) => new TextDecoder('latin1').decode(await blob.arrayBuffer());

test('replaces large weights by their place in the file and retains the rest', async () => {
  const file = model();
  const graph = await textOf(await withoutWeights(file, 'model.onnx'));
  expect(graph.length).toBeLessThan(400);
  for (const retained of ['graph', 'one', 'shape', 'two', 'logits', 'exporter', '\x02'.repeat(8)]) {
    expect(graph).toContain(retained);
  }
  const plain = graph.replaceAll(/[^ -~]/g, '.');
  const places = [...plain.matchAll(/location\.\.model\.onnx/g)];
  expect(places).toHaveLength(2);
  const offsets = [...plain.matchAll(/offset\.\.(\d+)/g)].map(([, at]) => Number(at));
  const lengths = [...plain.matchAll(/length\.\.(\d+)/g)].map(([, n]) => Number(n));
  expect(lengths).toEqual([5000, 20_000]);
  const data = new Uint8Array(await file.arrayBuffer());
  for (const [i, value] of [1, 3].entries()) {
    const [at = 0, length = 0] = [offsets[i], lengths[i]];
    expect(data.slice(at, at + length).every((byte) => byte === value)).toBe(true);
  }
});

test('writes sizes that fit: the shortened graph is read like the whole one', async () => {
  const short = await withoutWeights(model(), 'model.onnx');
  // Nothing is left to move.
  expect(await textOf(await withoutWeights(short, 'other.onnx'))).toBe(await textOf(short));
});

test.each([
  ['nothing', new Blob([])],
  ['a graph cut short', model().slice(0, 15_000)],
  ['another kind of file', new Blob(['{"model": "none"}'])],
  ['zeros', new Blob([bytes(10_000, 0)])],
])('returns %s unchanged', async (_, file) => {
  expect(await withoutWeights(file, 'model.onnx')).toBe(file);
});

test('reads a part of a stored file when it is requested, and nothing before', () => {
  const file = new Blob([bytes(10, 1), bytes(20, 2)]);
  const reads: number[] = [];
  const stored = storedBytes(
    file,
    (read) => reads.push(read),
    (part) => new Uint8Array(part.size).fill(7).buffer,
  );
  expect(stored).toBeInstanceOf(Uint8Array);
  expect(stored.byteLength).toBe(30);
  expect(reads).toEqual([]);
  expect(stored.subarray(10, 30)).toEqual(bytes(20, 7));
  expect(reads).toEqual([20]);
});

test('reads an open file without a copy, and the blob once it is closed', async () => {
  const calls: string[] = [];
  const open = {
    read(into: Uint8Array, { at }: { at: number }) {
      calls.push(`${at}: ${into.length}`);
      into.fill(5);
      return into.length;
    },
    close: () => calls.push('close'),
  };
  const store = { openToRead: async () => open } as unknown as FileStore;
  const file = new Blob([bytes(10, 1), bytes(5000, 2)]);
  const handle = await openStored(store, 'a/b', 'onnx/model.onnx');
  const read = (part: Blob) => new Uint8Array(part.size).fill(7).buffer;
  const stored = storedBytes(file, () => {}, read, handle);
  expect(stored.subarray(10, 5000)).toEqual(bytes(4990, 5));
  expect(() => stored.subarray(10, 6000)).toThrow(RangeError);
  closeStored();
  closeStored();
  expect(calls).toEqual(['10: 4990', 'close']);
  expect(stored.subarray(0, 20)).toEqual(bytes(20, 7));
});
