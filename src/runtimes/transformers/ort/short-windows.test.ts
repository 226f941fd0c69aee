import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { GraphEdit } from './graph-edit.ts';
import { withShortWindows } from './short-windows.ts';

const folder = new URL('../../../../public/models/', import.meta.url);
const file = (path: string) => new Uint8Array(readFileSync(new URL(path, folder)));
const unpack = (path: string) => new Uint8Array(gunzipSync(file(path)));

test('Whisper’s encoder takes its number of steps from the sound, in every layer', () => {
  const before = unpack('alcove-whisper/onnx/encoder_model_quantized.onnx.gz');
  const graph = new GraphEdit(before);
  const whole = new GraphEdit(withShortWindows(before));
  const added = whole.nodes.filter(({ outputs }) => outputs[0]?.startsWith('alcove_'));
  expect(added.map(({ operator }) => operator)).toEqual(['Shape', 'Slice', 'Slice']);
  const identities = whole.nodes.filter(({ operator }) => operator === 'Identity');
  expect(identities.length).toBeGreaterThan(0);
  for (const { outputs } of identities) {
    const [name = ''] = outputs;
    // It was a constant, and the nodes that read it are the same.
    expect(graph.weight(name)?.dims).toEqual([1]);
    expect(whole.weight(name)).toBeNull();
    expect(whole.usersOf(name).length).toBe(graph.usersOf(name).length);
  }
  expect(whole.inputs).toEqual(['input_features']);
  expect(whole.nodes.length).toBe(graph.nodes.length + added.length + identities.length);
});

test('graphs of another kind are left as they are', () => {
  const decoder = file('alcove-embed/onnx/model_quantized.onnx');
  expect(withShortWindows(decoder)).toBe(decoder);
  const noGraph = new Uint8Array([1, 2, 3]);
  expect(withShortWindows(noGraph)).toBe(noGraph);
});
