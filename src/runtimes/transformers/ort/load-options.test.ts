import { expect, test } from 'vitest';
import type { ModelCard } from '#catalog/model-card.ts';
import { FileStore } from '#model-files/file-store.ts';
import { loadOptions } from './load-options.ts';
import { MessageParts } from './message-parts.ts';
import { FLOAT, MICROSOFT, nodeOf, type Place, tensorOf, UINT8 } from './onnx-messages.ts';

/** A private file system with the whole files of one model. */
function storeOf(files: Readonly<Record<string, number | Uint8Array<ArrayBuffer>>>): FileStore {
  const names = Object.entries(files).flatMap(([path, given]) => {
    const data = typeof given === 'number' ? new Uint8Array(given) : given;
    const mark = JSON.stringify({ bytes: data.length, sha256: '' });
    return [
      [encodeURIComponent(path), data] as const,
      [`${encodeURIComponent(path)}.mark`, mark] as const,
    ];
  });
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

/** A decoder with one product whose weight in blocks is in another file. */
function graphWith(codes: Place): Uint8Array<ArrayBuffer> {
  const [whole, graph, past, opset] = Array.from({ length: 4 }, () => new MessageParts());
  past?.addText(1, 'past_key_values.0.key');
  graph?.addMessage(11, past ?? new MessageParts());
  const sizes = { K: 64, N: 8, bits: 8, block_size: 32 };
  graph?.addMessage(1, nodeOf('MatMulNBits', ['x', 'w', 'scales'], 'y', sizes, MICROSOFT));
  graph?.addMessage(5, tensorOf('w', UINT8, [8, 2, 32], codes));
  graph?.addMessage(5, tensorOf('scales', FLOAT, [16], new Uint8Array(64)));
  opset?.addNumber(2, 14);
  whole?.addMessage(7, graph ?? new MessageParts());
  whole?.addMessage(8, opset ?? new MessageParts());
  return whole?.toBytes() ?? new Uint8Array();
}

test.each([
  [
    'before the end of its file',
    { location: 'model_q4.onnx_data', offset: 100, length: 512 },
    null,
  ],
  [
    'beyond the end of its file',
    { location: 'model_q4.onnx_data', offset: 101, length: 512 },
    'load-failed',
  ],
  ['in no file', { location: '../config.json', offset: 0, length: 512 }, 'load-failed'],
])('opens a weight in blocks %s', async (_, codes, refused) => {
  const store = storeOf({
    'onnx/model_q4.onnx': graphWith(codes),
    'onnx/model_q4.onnx_data': 612,
  });
  const source = { repository: 'a/b', dtype: { wasm: 'q4' } };
  const opened = loadOptions(card(source), () => {}, {}, store);
  if (refused) await expect(opened).rejects.toMatchObject({ code: refused });
  else expect((await opened).session_options).toHaveProperty('externalData.length', 3);
});
