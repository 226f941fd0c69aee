import { expect, test } from 'vitest';
import { runAs } from '#catalog/onnx-families.ts';
import { ONNX_MODELS } from '#catalog/onnx-models.ts';
import { pickOnnxFiles } from '#model-files/pick-files.ts';
import { isCrossEncoder, whyNotRun } from './describe-repository.ts';

test('a kind of model is run by its type, and a decoder that makes vectors as one', () => {
  expect(runAs('lfm2', { makesVectors: false })?.task).toBe('chat');
  expect(runAs('smolvlm', { makesVectors: false })?.can.images).toBe(true);
  expect(runAs('voxtral', { makesVectors: false })).toMatchObject({
    task: 'audio-chat',
    can: { audio: true },
  });
  expect(runAs('moonshine', { makesVectors: false })?.can.timestamps).toBeUndefined();
  expect(runAs('qwen3', { makesVectors: false })?.task).toBe('chat');
  expect(runAs('qwen3', { makesVectors: true })?.task).toBe('embeddings');
  expect(runAs('bert', { makesVectors: true })?.task).toBe('embeddings');
  expect(runAs('sam', { makesVectors: false })).toBeNull();
});

test('a hybrid is run unless its layers have states of another kind', () => {
  expect(whyNotRun({ layer_types: ['conv', 'full_attention'] })).toBeNull();
  expect(whyNotRun({ layer_types: ['attention'] })).toBeNull();
  expect(whyNotRun({})).toBeNull();
  expect(whyNotRun({ layer_types: ['mamba', 'attention'] })).toMatch(/Mamba/);
});

test('catalogue models that name their family have its abilities', () => {
  for (const { id, family, task, can } of ONNX_MODELS) {
    if (family) expect({ task, can }, id).toEqual(runAs(family, { makesVectors: false }));
  }
});

test('a model with vision or audio is downloaded with its encoders', () => {
  const names = ['embed_tokens', 'decoder_model_merged', 'vision_encoder', 'audio_encoder'];
  const paths = names.map((name) => `onnx/${name}_quantized.onnx`);
  const seeing = { task: 'chat', can: { images: true } } as const;
  expect(pickOnnxFiles(paths, seeing, 'wasm', 'q8').paths).toEqual([
    'onnx/vision_encoder_quantized.onnx',
    'onnx/embed_tokens_quantized.onnx',
    'onnx/decoder_model_merged_quantized.onnx',
  ]);
  const ctc = { task: 'speech', can: {}, family: 'parakeet_ctc' } as const;
  expect(pickOnnxFiles(['onnx/model.onnx'], ctc, 'wasm', 'q8').paths).toEqual(['onnx/model.onnx']);
  expect(() => pickOnnxFiles(paths, { task: 'chat', can: {} }, 'wasm', 'q8')).toThrow(
    'no ONNX files',
  );
});

test('distinguishes a cross-encoder from an embedding encoder', () => {
  const architectures = ['BertForSequenceClassification'];
  const options = (config: Record<string, unknown>) => {
    return { makesVectors: false, makesScores: isCrossEncoder(config) };
  };
  const scores = { architectures, id2label: { 0: 'LABEL_0' } };
  expect(runAs('bert', options(scores))?.task).toBe('rerank');
  expect(runAs('bert', options({ architectures: ['BertModel'] }))?.task).toBe('embeddings');
  const classes = { architectures, id2label: { 0: 'negative', 1: 'positive' } };
  expect(runAs('bert', options(classes))?.task).toBe('embeddings');
});
