import { expect, test } from 'vitest';
import type { PathFile } from '#ui/kit/dropped-files.ts';
import { findModelFiles } from './find-model-files.ts';

const HASH = 'a1'.repeat(32);
const LICENCE = 'b2'.repeat(32);

const at = (path: string, content: BlobPart = 'GGUF', pad = 0): PathFile => {
  const name = path.split('/').at(-1) ?? '';
  return { path, file: new File([content, new Uint8Array(pad)], name) };
};

const names = async (files: PathFile[]) =>
  (await findModelFiles(files)).map(({ name, place, licence }) => [name, place, licence]);

test('files of LM Studio are listed by name and place, without projectors and later parts', async () => {
  const files = [
    at('models/lmstudio-community/Qwen-GGUF/Qwen-Q4_K_M.gguf'),
    at('models/lmstudio-community/Qwen-GGUF/mmproj-Qwen-f16.gguf'),
    at('models/a/Big-GGUF/Big-00001-of-00003.gguf'),
    at('models/a/Big-GGUF/Big-00002-of-00003.gguf'),
    at('models/a/Big-GGUF/README.md', 'text'),
  ];
  expect(await names(files)).toEqual([
    ['Big-00001-of-00003.gguf', 'models/a/Big-GGUF', null],
    ['Qwen-Q4_K_M.gguf', 'models/lmstudio-community/Qwen-GGUF', null],
  ]);
});

test('models of Ollama have the names of their manifests and the licences of their blobs', async () => {
  const layer = (kind: string, hash: string) => ({
    mediaType: `application/vnd.ollama.image.${kind}`,
    digest: `sha256:${hash}`,
  });
  const manifest = JSON.stringify({ layers: [layer('model', HASH), layer('license', LICENCE)] });
  const folder = 'models/manifests/registry.ollama.ai';
  const files = [
    at(`${folder}/library/qwen2.5/0.5b`, manifest),
    at(`${folder}/someone/tiny/latest`, manifest),
    at(`${folder}/library/broken/latest`, '{"layers": [{}, null, 3'),
    at(`${folder}/library/odd/latest`, '{"layers": [{"digest": 3}, null]}'),
    at(`models/blobs/sha256-${HASH}`, 'GGUF', 1_000_000),
    at(`models/blobs/sha256-${LICENCE}`, '\n  Apache License\nVersion 2.0'),
  ];
  expect(await names(files)).toEqual([
    ['qwen2.5:0.5b', 'Ollama', 'Apache License'],
    ['someone/tiny:latest', 'Ollama', 'Apache License'],
  ]);
});

test('a cache of Hugging Face is read by its links, or by its blobs where links are not followed', async () => {
  const cache = 'hub/models--Qwen--Qwen2.5-GGUF';
  const blob = at(`${cache}/blobs/${HASH}`, 'GGUF', 2_000_000);
  const other = at(`${cache}/blobs/${LICENCE}`, 'PK', 3_000_000);
  const link = at(`${cache}/snapshots/0123/qwen.gguf`, 'GGUF', 2_000_000);
  expect(await names([blob, other])).toEqual([['Qwen2.5-GGUF', 'Qwen/Qwen2.5-GGUF', null]]);
  expect(await names([link, blob, other])).toEqual([['qwen.gguf', 'Qwen/Qwen2.5-GGUF', null]]);
});
