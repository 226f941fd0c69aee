import { expect, test } from 'vitest';
import { ONNX_MODELS } from '#catalog/onnx-models.ts';
import { DownloadError } from '#model-files/model-file.ts';
import { planDownload } from './plan-download.ts';

test('a stored model without its source is refused in a sentence', async () => {
  const [card] = ONNX_MODELS;
  if (!card) throw new Error('The catalogue is empty.');
  const { source: _, ...lost } = card;
  const planned = planDownload(lost, 'https://hub.test', AbortSignal.timeout(1_000));
  await expect(planned).rejects.toThrow(DownloadError);
  await expect(planned).rejects.toThrow(/^Where this model .* Delete it here/);
});
