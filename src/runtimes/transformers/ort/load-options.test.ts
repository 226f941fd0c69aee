import { expect, test } from 'vitest';
import type { ModelCard } from '#catalog/model-card.ts';
import { FileStore } from '#model-files/file-store.ts';
import { loadOptions } from './load-options.ts';

/** A private file system with the whole files of one model. */
function storeOf(files: Readonly<Record<string, number>>): FileStore {
  const names = Object.entries(files).flatMap(([path, bytes]) => [
    [encodeURIComponent(path), new Uint8Array(bytes)] as const,
    [`${encodeURIComponent(path)}.mark`, JSON.stringify({ bytes, sha256: '' })] as const,
  ]);
  const entries = new Map(names.map(([name, data]) => [name, new File([data], name)]));
  const folder = {
    getDirectoryHandle: async () => folder,
    getFileHandle: async (name: string) => {
      // Marks are stored under a name that is encoded as a whole.
      const file = entries.get(name) ?? entries.get(encodeURIComponent(decodeURIComponent(name)));
      if (!file) throw new DOMException('none', 'NotFoundError');
      return { getFile: async () => file };
    },
    keys: async function* () {
      yield* entries.keys();
    },
  };
  return new FileStore(async () => folder as unknown as FileSystemDirectoryHandle);
}

const card = (source?: object) => ({ id: 'a/b', device: 'wasm', source }) as ModelCard;

test('gives the weights of a downloaded model as files that are read part by part', async () => {
  const store = storeOf({
    'config.json': 9,
    'onnx/model_q4.onnx': 20,
    'onnx/model_q4.onnx_data': 80,
  });
  const source = { repository: 'a/b', dtype: { wasm: 'q4' } };
  const options = await loadOptions(card(source), () => {}, { disable_quant_qdq: '1' }, store);
  expect(options).toMatchObject({
    dtype: 'q4',
    use_external_data_format: false,
    session_options: { extra: { session: { disable_quant_qdq: '1' } } },
  });
  const { externalData } = options.session_options as { externalData: { path: string }[] };
  const found = externalData as { path: string; data: Uint8Array }[];
  expect(found.map(({ path, data }) => [path, data.byteLength])).toEqual([
    ['model_q4.onnx', 20],
    ['model_q4.onnx_data', 80],
  ]);
});

test('leaves a model that ships with the app to the library', async () => {
  const options = await loadOptions(card(), () => {});
  expect(options).not.toHaveProperty('use_external_data_format');
  expect(options.session_options).toEqual({ extra: { session: {} } });
});
