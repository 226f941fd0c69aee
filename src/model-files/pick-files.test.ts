import { expect, test } from 'vitest';
import { pickOnnxFiles } from './pick-files.ts';

const TEXT = { task: 'chat', can: {} } as const;
const VECTORS = { task: 'embeddings', can: {} } as const;
const hub = (...types: string[]) =>
  types.flatMap((type) => [`onnx/model${type}.onnx`, `onnx/model${type}.onnx_data`]);

test('takes 4 bits for text, dynamic int8 on a processor and never first on a GPU', () => {
  const all = hub('', '_fp16', '_quantized', '_q4', '_q4f16');
  expect(pickOnnxFiles(all, TEXT, 'wasm').dtype).toBe('q4');
  expect(pickOnnxFiles(hub('', '_quantized'), TEXT, 'wasm').dtype).toBe('q8');
  const seeing = { task: 'chat', can: { images: true } } as const;
  const parts = ['vision_encoder', 'embed_tokens', 'decoder_model_merged'];
  const graphs = parts.flatMap((name) => [`onnx/${name}_q4.onnx`, `onnx/${name}_quantized.onnx`]);
  expect(pickOnnxFiles(graphs, seeing, 'wasm').dtype).toBe('q8');
  expect(pickOnnxFiles(all, VECTORS, 'wasm').dtype).toBe('q8');
  expect(pickOnnxFiles(all, TEXT, 'webgpu').dtype).toBe('q4');
  expect(pickOnnxFiles(all, VECTORS, 'webgpu').dtype).toBe('fp32');
  expect(pickOnnxFiles(hub('_quantized', '_q4f16'), TEXT, 'webgpu').dtype).toBe('q4f16');
  expect(pickOnnxFiles(hub('_quantized', '_fp16'), VECTORS, 'webgpu').dtype).toBe('fp16');
});

test('a voice brings the voices of its card, or all that speak English', () => {
  const voices = ['af_heart', 'bm_george', 'jf_alpha', 'expr-voice-2-m'];
  const all = [...hub('_quantized'), ...voices.map((name) => `voices/${name}.bin`)];
  const card = { task: 'voice', can: {} } as const;
  const picked = (kind: Parameters<typeof pickOnnxFiles>[1], paths = all) =>
    pickOnnxFiles(paths, kind, 'wasm').paths.filter((path) => path.startsWith('voices/'));
  expect(picked(card)).toEqual(['voices/af_heart.bin', 'voices/bm_george.bin']);
  expect(picked({ ...card, voices: ['bm_george', 'am_puck'] })).toEqual(['voices/bm_george.bin']);
  expect(() => picked(card, [...hub('_quantized'), 'voices/jf_alpha.bin'])).toThrow(
    'no voice that speaks English',
  );
  expect(() => picked({ ...card, voices: ['am_puck'] })).toThrow('It should have am_puck.');
});

test('picks the requested weights where a repository has them, with their data', () => {
  const picked = pickOnnxFiles(hub('', '_q4'), TEXT, 'wasm', 'fp32');
  expect(picked).toEqual({ dtype: 'fp32', paths: ['onnx/model.onnx', 'onnx/model.onnx_data'] });
});
