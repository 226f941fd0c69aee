import { expect, test } from 'vitest';
import { newestFileUrl, pageUrl, readRepository, toModelFiles } from './hub.ts';
import { parseModelAddress } from './model-address.ts';

const MODEL_SCOPE = 'https://modelscope.cn';
const HASH = 'a'.repeat(64);
const FILES = [
  { Type: 'tree', Path: 'onnx', Size: 0 },
  { Type: 'blob', Path: 'config.json', Size: 600, Sha256: HASH },
  { Type: 'blob', Path: 'onnx/model_q4.onnx', Size: 9_000, Sha256: 'not a hash' },
  { Type: 'blob', Path: '../outside', Size: 1 },
  { Type: 'blob', Path: 'no-size' },
  null,
  'text',
];

function answerWith(files: unknown, asked: string[] = []): typeof fetch {
  return async (input) => {
    const url = String(input);
    asked.push(url);
    const isList = url.includes('/repo/files?');
    const Data = isList ? { Files: files } : { License: 'Apache License 2.0' };
    return Response.json({ Code: 200, Success: true, Data });
  };
}
const read = (get: typeof fetch) =>
  readRepository(MODEL_SCOPE, 'Qwen/Qwen3-0.6B-ONNX', get, new AbortController().signal);

test('a repository of ModelScope is listed by its own addresses', async () => {
  const asked: string[] = [];
  const found = await read(answerWith(FILES, asked));
  expect(found).toEqual({
    revision: 'master',
    licence: 'Apache License 2.0',
    languages: [],
    files: [
      { path: 'config.json', bytes: 600, sha256: HASH },
      { path: 'onnx/model_q4.onnx', bytes: 9_000, sha256: null },
    ],
  });
  const base = `${MODEL_SCOPE}/api/v1/models/Qwen/Qwen3-0.6B-ONNX`;
  expect(asked).toEqual([base, `${base}/repo/files?Revision=master&Recursive=true`]);
  const [file] = toModelFiles(MODEL_SCOPE, 'Qwen/Qwen3-0.6B-ONNX', found, ['config.json']);
  const page = `${MODEL_SCOPE}/models/Qwen/Qwen3-0.6B-ONNX`;
  expect(file?.url).toBe(`${page}/resolve/master/config.json`);
  expect(pageUrl(MODEL_SCOPE, 'Qwen/Qwen3-0.6B-ONNX')).toBe(page);
  expect(newestFileUrl('https://hub.test', 'a/b', 'c.gguf')).toBe(
    'https://hub.test/a/b/resolve/main/c.gguf',
  );
});

test.each([null, {}, 'many'])('an answer that lists nothing is refused: %j', async (files) => {
  await expect(read(answerWith(files))).rejects.toThrow('did not answer as a model hub does');
});

test('too many files are refused', async () => {
  const many = Array.from({ length: 5_001 }, (_, i) => ({ Type: 'blob', Path: `f${i}`, Size: 1 }));
  await expect(read(answerWith(many))).rejects.toThrow('Qwen/Qwen3-0.6B-ONNX has more than 5,000');
});

test('a page of ModelScope names its repository, and only there', () => {
  const page = `${MODEL_SCOPE}/models/Qwen/Qwen3-0.6B-ONNX`;
  expect(parseModelAddress(page, MODEL_SCOPE).repository).toBe('Qwen/Qwen3-0.6B-ONNX');
  expect(() => parseModelAddress(page, 'https://hub.test')).toThrow('is on ModelScope');
});
