// WebLLM with a real model in a separate thread, in which something goes wrong once.
import { MLCEngine } from '@mlc-ai/web-llm';
import type { ModelCard } from '#catalog/model-card.ts';
import { WEBLLM_MODELS } from '#catalog/webllm-models.ts';
import type { ChatTask } from '#engine/tasks.ts';
import { GREEDY } from '#runtimes/transformers/chat/sampler.ts';
import { createWebllmRuntime } from '#runtimes/webllm/webllm-runtime.ts';
import { allowOwnScripts } from '#transport/own-scripts.ts';

/** Nothing; a grammar that its library stops at; a token beyond the vocabulary; a stream that throws. */
export type WebllmFault = 'none' | 'grammar' | 'token' | 'stream';

allowOwnScripts();

const MODEL = 'mlc/alcove-guide-q0f32-MLC';
const card: ModelCard = {
  ...(WEBLLM_MODELS[0] as ModelCard),
  id: MODEL,
  contextTokens: 1024,
  gpu: { features: [], memoryBytes: 0 },
  source: {
    repository: MODEL,
    page: '',
    library: 'alcove-guide-q0f32-webgpu.wasm',
    isMeasured: true,
  },
};
const task: ChatTask = {
  kind: 'chat',
  turns: [{ role: 'user', text: 'What is Alcove?' }],
  maxTokens: 12,
  contextTokens: 1024,
  sampling: { ...GREEDY, seed: 1 },
  stop: [],
  tools: [],
  toolChoice: 'none',
  format: { kind: 'text' },
  topLogprobs: null,
};

/** The real engine, with one fault put into what it is asked or what it does. */
function openFaulty(config: ConstructorParameters<typeof MLCEngine>[0], fault: WebllmFault) {
  const engine = new MLCEngine(config);
  const { completions } = engine.chat;
  const create = completions.create.bind(completions) as (request: object) => Promise<unknown>;
  let isToCome = fault !== 'none';
  const faulty = async (request: object) => {
    if (!isToCome) return create(request);
    isToCome = false;
    if (fault === 'token') writeBeyond(engine);
    const format = { type: 'grammar', grammar: 'root ::= (' };
    const chunks = await create(
      fault === 'grammar' ? { ...request, response_format: format } : request,
    );
    return fault === 'stream' ? throwing(chunks as AsyncGenerator<unknown>) : chunks;
  };
  Object.defineProperty(completions, 'create', { value: faulty });
  return engine;
}

/** The next sampled token is not in the vocabulary. */
function writeBeyond(engine: MLCEngine): void {
  // Private, and the only place where a token is drawn.
  const loadedModelIdToPipeline: Map<string, { sampleFromRawLogits: () => Promise<number> }> =
    Reflect.get(engine, 'loadedModelIdToPipeline');
  for (const pipeline of loadedModelIdToPipeline.values()) {
    const drawn = pipeline.sampleFromRawLogits;
    pipeline.sampleFromRawLogits = async () => {
      pipeline.sampleFromRawLogits = drawn;
      return 999_999;
    };
  }
}

async function* throwing(chunks: AsyncGenerator<unknown>): AsyncGenerator<unknown> {
  for (let n = 0; n < 2; n++) yield (await chunks.next()).value;
  await chunks.return(undefined);
  throw new Error('The streamer threw.');
}

async function answer(fault: WebllmFault): Promise<string> {
  const runtime = createWebllmRuntime({
    openEngine: (config) => openFaulty(config, fault),
    scope: globalThis,
  });
  const { signal } = new AbortController();
  await runtime.load(card, () => {}, signal);
  let text = '';
  try {
    for await (const event of runtime.run(task, signal)) {
      if (event.type === 'text') text += event.text;
    }
    return text;
  } catch (error) {
    return `failed: ${(error as { code?: string }).code}`;
  }
}

self.onmessage = async ({ data }: MessageEvent<WebllmFault>) =>
  self.postMessage(await answer(data));
