import type { ModelView } from '#contract/model-view.ts';
import type { Fit } from '#device/fits-device.ts';
import { formatBytes } from '#ui/kit/format.ts';
import { modelsText } from '#ui/messages/models.ts';

const TEXTS = {
  chat: 'chat',
  embeddings: 'embeddings',
  speech: 'speech',
  'audio-chat': 'audioChat',
  rerank: 'rerank',
  voice: 'voice',
  speakers: 'speakers',
  ocr: 'ocr',
} as const;

/** What a model is for, in a word or two. */
export function taskName(task: ModelView['task']): string {
  return modelsText[TEXTS[task]];
}

/** Whether a model fits this device, and the compared figures. */
export function describeFit({ fits, reason, neededBytes, availableBytes }: Fit): string {
  const needs = formatBytes(neededBytes);
  if (reason === 'no-webgpu') return modelsText.needsGpu;
  if (reason === 'no-f16') return modelsText.needsF16;
  if (availableBytes === null) return modelsText.fitsMaybe(needs);
  const has = formatBytes(availableBytes);
  if (reason === 'gpu-memory') {
    return fits ? modelsText.fitsGpu(needs, has) : modelsText.tooBigForGpu(needs, has);
  }
  return fits ? modelsText.fits(needs, has) : modelsText.tooBig(needs, has);
}
