import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { GraphEdit } from './graph-edit.ts';
import { DURATIONS, withDurations } from './with-durations.ts';

const file = (path: string) =>
  new Uint8Array(readFileSync(new URL(`../../../../${path}`, import.meta.url)));

test('a graph that speaks also gives how long each phoneme is, as floats', () => {
  const before = file('e2e/shapes/kokoro/onnx/model_quantized.onnx');
  const after = new GraphEdit(withDurations(before));
  const [cast] = after.nodes.slice(-1);
  expect(cast).toMatchObject({
    operator: 'Cast',
    inputs: ['durations'],
    outputs: [DURATIONS],
  });
  expect(after.nodes.length).toBe(new GraphEdit(before).nodes.length + 1);
  expect(new TextDecoder().decode(withDurations(before))).toContain(DURATIONS);
});

test('graphs of another kind are left as they are', () => {
  for (const path of ['public/models/alcove-embed/onnx/model_quantized.onnx']) {
    const graph = file(path);
    expect(withDurations(graph)).toBe(graph);
  }
  const noGraph = new Uint8Array([1, 2, 3]);
  expect(withDurations(noGraph)).toBe(noGraph);
});
