import { expect, test } from 'vitest';
import { ONNX_MODELS } from '#catalog/onnx-models.ts';
import { findRecipe } from '#catalog/recipes.ts';
import type { CatalogEntry } from '#contract/catalog-entry.ts';
import { isNotReached } from '#contract/download-reasons.ts';
import { NO_NETWORK, notReached } from '#model-files/model-file.ts';
import { entryOf } from '#testing/catalog-entries.ts';
import { pullCommand } from './pull-command.ts';

const listed = (id: string, more: Partial<CatalogEntry> = {}) =>
  entryOf(ONNX_MODELS.find((one) => one.id === id) ?? expect.unreachable(id), more);

test('for a chat model it names a recipe, which needs no hub; for another the model itself', () => {
  const command = pullCommand(listed('onnx-community/Qwen3-0.6B-ONNX'));
  expect(command).toMatch(/^npm start -- pull /);
  expect(findRecipe(command?.split(' ').at(-1) ?? '')?.parts.length).toBeGreaterThan(0);
  const speech = 'onnx-community/whisper-tiny';
  expect(pullCommand(listed(speech))).toBe(`npm start -- pull ${speech}`);
});

test('nothing that the server has, or cannot offer, is to be fetched there', () => {
  expect(pullCommand(listed('onnx-community/whisper-tiny', { isOnServer: true }))).toBeNull();
  const webgpu = listed('onnx-community/whisper-tiny', { device: 'webgpu' });
  expect(pullCommand(webgpu)).toBeNull();
});

test('the sentence about a host that did not answer is recognised, others are not', () => {
  expect(isNotReached(notReached('hub.test', null).message)).toBe(true);
  expect(isNotReached(NO_NETWORK)).toBe(false);
  expect(isNotReached('hub.test answered 503.')).toBe(false);
});
