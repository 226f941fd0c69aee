import { expect, test } from 'vitest';
import { parseModelAddress } from './model-address.ts';

test.each([
  ['owner/name', 'owner/name', null],
  ['  owner/Name-1.5_b  ', 'owner/Name-1.5_b', null],
  ['https://huggingface.co/owner/name', 'owner/name', null],
  ['https://huggingface.co/owner/name/tree/main', 'owner/name', null],
  ['https://huggingface.co/owner/name/blob/main/onnx/model.onnx', 'owner/name', null],
  ['http://localhost:4174/hub/owner/name/', 'owner/name', null],
  ['owner/name https://host/a/b-webgpu.wasm', 'owner/name', 'https://host/a/b-webgpu.wasm'],
])('%s names %s', (typed, repository, library) => {
  expect(parseModelAddress(typed)).toEqual({ repository, library });
});

test.each([
  '',
  'nonsense',
  'owner/',
  '../name',
  'owner/name/more',
  'owner/na me',
  'https://huggingface.co/owner',
  'owner/name https://host/a/b.txt',
  'owner/name b.wasm',
  'owner/name https://host/a.wasm more',
  'javascript:alert(1)//a/b',
])('%s is refused in words', (typed) => {
  expect(() => parseModelAddress(typed)).toThrow(/named by/);
});
