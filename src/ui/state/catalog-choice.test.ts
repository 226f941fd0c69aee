import { afterEach, expect, test } from 'vitest';
import { ONNX_MODELS } from '#catalog/onnx-models.ts';
import type { Device } from '#device/measure-device.ts';
import { entryOf } from '#testing/catalog-entries.ts';
import { translate } from '#ui/messages/catalogue.ts';
import { suggestedFor } from './catalog-choice.ts';

afterEach(() => translate('en', {}));

const device: Device = {
  webgpu: null,
  cores: 8,
  memoryBytes: 17e9,
  hasThreads: true,
  isIsolated: true,
  storage: null,
};

test('a chat model that knows the language of the app is suggested first', () => {
  const entries = ONNX_MODELS.filter(({ task }) => task === 'chat').map((card) => entryOf(card));
  const first = () => suggestedFor(entries, device)[0]?.model;
  expect(first()?.title).toBe('SmolLM2 360M');
  translate('de', {});
  expect(first()?.title).toBe('Qwen3 0.6B');
  expect(first()?.languages).toContain('de');
});
