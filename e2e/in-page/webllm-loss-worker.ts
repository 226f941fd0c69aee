// A WebLLM model in a thread of its own, whose graphics chip is taken away at a moment.
import type { ModelCard } from '#catalog/model-card.ts';
import { WEBLLM_MODELS } from '#catalog/webllm-models.ts';
import type { ChatTask } from '#engine/tasks.ts';
import { GREEDY } from '#runtimes/transformers/sampler.ts';
import { createWebllmRuntime } from '#runtimes/webllm/webllm-runtime.ts';
import { allowOwnScripts } from '#wire/own-scripts.ts';

export type Moment = 'never' | 'idle' | 'prefill' | 'decode';

allowOwnScripts();

const task: ChatTask = {
  kind: 'chat',
  turns: [{ role: 'user', text: 'Count to ten.' }],
  maxTokens: 16,
  contextTokens: 1024,
  sampling: { ...GREEDY, seed: 1 },
  stop: [],
  tools: [],
  toolChoice: 'none',
  format: { kind: 'text' },
  topLogprobs: null,
};

let device: GPUDevice | null = null;
const { requestDevice } = GPUAdapter.prototype;
GPUAdapter.prototype.requestDevice = async function request(...asked) {
  device = await requestDevice.apply(this, asked);
  return device;
};

/** Resolves when the loss has been told. */
async function takeAway(): Promise<void> {
  device?.destroy();
  await device?.lost;
}

async function answer(model: string, moment: Moment): Promise<string> {
  const runtime = createWebllmRuntime();
  const card = WEBLLM_MODELS.find((m) => m.id === model) as ModelCard;
  const { signal } = new AbortController();
  await runtime.load(card, () => {}, signal);
  if (moment === 'idle') await takeAway();
  let text = '';
  let events = 0;
  try {
    for await (const event of runtime.run(task, signal)) {
      events++;
      if (moment === 'prefill' && events === 1) await takeAway();
      if (moment === 'decode' && events === 4) await takeAway();
      if (event.type === 'text') text += event.text;
    }
    return text;
  } catch (error) {
    return `failed: ${(error as { code?: string }).code}`;
  }
}

self.onmessage = async ({ data }: MessageEvent<[string, Moment]>) =>
  self.postMessage(await answer(...data));
