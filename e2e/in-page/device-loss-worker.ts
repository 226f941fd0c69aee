// One model on WebGPU in a separate thread, whose GPU is taken away at a moment.
import { env } from '@huggingface/transformers';
import type { ModelCard } from '#catalog/model-card.ts';
import type { ChatTask } from '#engine/tasks.ts';
import { GREEDY } from '#runtimes/transformers/chat/sampler.ts';
import { createTransformersRuntime } from '#runtimes/transformers/transformers-runtime.ts';
import { allowOwnScripts } from '#transport/own-scripts.ts';

export type Moment = 'never' | 'idle' | 'prefill' | 'decode' | 'unsound';

allowOwnScripts();

const task: ChatTask = {
  kind: 'chat',
  turns: [{ role: 'user', text: 'What is Alcove?' }],
  maxTokens: 40,
  contextTokens: 1024,
  sampling: GREEDY,
  stop: [],
  tools: [],
  toolChoice: 'none',
  format: { kind: 'text' },
  topLogprobs: null,
};

/** Resolves when the loss has been reported. */
async function loseDevice(): Promise<void> {
  const { webgpu } = env.backends.onnx as unknown as {
    webgpu: { device: Promise<{ destroy(): void; lost: Promise<unknown> }> };
  };
  const device = await webgpu.device;
  device.destroy();
  await device.lost;
}

/** GPUBufferUsage.MAP_READ */
const MAP_READ = 1;

/** A driver that computes nothing: whatever is read back is zero. */
function breakDriver(): void {
  const { getMappedRange } = GPUBuffer.prototype;
  GPUBuffer.prototype.getMappedRange = function read(...range) {
    const bytes = getMappedRange.apply(this, range);
    if (this.usage & MAP_READ) new Uint8Array(bytes).fill(0);
    return bytes;
  };
}

async function answer(moment: Moment): Promise<string> {
  if (moment === 'unsound') breakDriver();
  const runtime = createTransformersRuntime();
  const card = {
    ...{ id: 'alcove-guide', task: 'chat', device: 'webgpu', threads: 1, can: {} },
  } as ModelCard;
  const backend = await runtime.load(card, () => {}, new AbortController().signal);
  if (moment === 'idle') await loseDevice();
  let text = '';
  let events = 0;
  try {
    for await (const event of runtime.run(task, new AbortController().signal)) {
      events++;
      // The first event comes before the prompt is read, the fourth in the middle of the answer.
      if (moment === 'prefill' && events === 1) await loseDevice();
      if (moment === 'decode' && events === 4) await loseDevice();
      if (event.type === 'text') text += event.text;
    }
    return backend.note ? `${backend.device}: ${backend.note}: ${text}` : text;
  } catch (error) {
    return `failed: ${(error as { code?: string }).code}`;
  }
}

self.onmessage = async ({ data }: MessageEvent<Moment>) => self.postMessage(await answer(data));
