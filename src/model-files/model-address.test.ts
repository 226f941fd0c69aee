import { expect, test } from 'vitest';
import { HUB } from './hub.ts';
import { parseGgufAddress, parseModelAddress } from './model-address.ts';

test.each([
  ['owner/name', 'owner/name', null],
  ['  owner/Name-1.5_b  ', 'owner/Name-1.5_b', null],
  ['https://huggingface.co/owner/name', 'owner/name', null],
  ['https://huggingface.co/owner/name/tree/main', 'owner/name', null],
  ['https://huggingface.co/owner/name/blob/main/onnx/model.onnx', 'owner/name', null],
  ['http://localhost:4174/hub/owner/name/', 'owner/name', null],
  ['owner/name https://host/a/b-webgpu.wasm', 'owner/name', 'https://host/a/b-webgpu.wasm'],
])('%s names %s', (typed, repository, library) => {
  expect(parseModelAddress(typed, HUB)).toEqual({ repository, library });
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
  expect(() => parseModelAddress(typed, HUB)).toThrow(/named by/);
});

const MIRROR = 'http://localhost:4174/hub';

test.each([
  [
    'https://huggingface.co/owner/name/resolve/main/a-Q4_K_M.gguf?download=true',
    'owner/name',
    'a-Q4_K_M.gguf',
  ],
  ['https://huggingface.co/owner/name/blob/main/in/A%20b.GGUF', 'owner/name', 'in/A b.GGUF'],
  ['http://localhost:4174/hub/owner/name/resolve/main/a.gguf', 'owner/name', 'a.gguf'],
])('%s is a file of the hub', (typed, repository, path) => {
  const name = path.split('/').at(-1);
  expect(parseGgufAddress(typed, MIRROR)).toMatchObject({ name, onHub: { repository, path } });
});

test.each([
  'https://models.test/a.gguf?signature=b#c',
  'https://models.test/owner/name/resolve/main/a.gguf',
  // Of an older commit, of which the hub does not say the hash.
  'https://huggingface.co/owner/name/resolve/0123abc/a.gguf',
  'https://huggingface.co.evil.test/owner/name/resolve/main/a.gguf',
])('%s is a file of its own address', (typed) => {
  expect(parseGgufAddress(typed, MIRROR)).toEqual({
    url: typed.replace('#c', ''),
    name: 'a.gguf',
    onHub: null,
  });
});

test('the page about a file of any commit is the file', () => {
  const page = 'https://huggingface.co/owner/name/blob/0123abc/blob/a.gguf';
  expect(parseGgufAddress(page, MIRROR)?.url).toBe(page.replace('/blob/', '/resolve/'));
  const other = 'https://models.test/owner/name/blob/main/a.gguf';
  expect(parseGgufAddress(other, MIRROR)?.url).toBe(other);
});

test('what names no GGUF file is left to others, and no password is sent', () => {
  for (const typed of ['owner/name', 'a.gguf', 'https://models.test/a.onnx', 'file:///a.gguf']) {
    expect(parseGgufAddress(typed, MIRROR)).toBeNull();
  }
  expect(() => parseGgufAddress('https://me:secret@models.test/a.gguf', MIRROR)).toThrow(
    'a name and a password',
  );
});
