// One contender of bench/embeddings.mjs in a separate thread: the library's threads are fixed per thread.
import { env, pipeline } from '@huggingface/transformers';
import type { EmbedTask } from '#engine/tasks.ts';
import { EmbedModel } from '#runtimes/transformers/embed/embed-model.ts';
import { configureLibrary } from '#runtimes/transformers/ort/library.ts';
import { allowOwnScripts } from '#transport/own-scripts.ts';

export interface EmbedContender {
  /** `ours`; the documented call with all texts; or the same in a loop, text by text. */
  who: 'ours' | 'array' | 'loop';
  model: string;
  threads: number;
}

type Embed = (texts: string[]) => Promise<Float32Array>;

allowOwnScripts();

async function open({ who, model, threads }: EmbedContender): Promise<Embed> {
  configureLibrary({ id: model, device: 'wasm', threads });
  if (model.startsWith('bench-')) env.localModelPath = '/e2e/models/';
  if (who === 'ours') {
    const card = { id: model, device: 'wasm' } as Parameters<typeof EmbedModel.load>[0];
    const mine = await EmbedModel.load(card, () => {}, threads);
    await mine.probe();
    return async (texts) => {
      const task: EmbedTask = { kind: 'embed', texts };
      for await (const event of mine.run(task, new AbortController().signal)) {
        if (event.type === 'vectors') return event.data;
      }
      return new Float32Array(0);
    };
  }
  const extract = await pipeline('feature-extraction', model, { device: 'wasm', dtype: 'q8' });
  const options = { pooling: 'mean', normalize: true } as const;
  if (who === 'array') return async (texts) => (await extract(texts, options)).data as Float32Array;
  return async (texts) => {
    const parts: Float32Array[] = [];
    for (const text of texts) parts.push((await extract(text, options)).data as Float32Array);
    const size = parts[0]?.length ?? 0;
    const all = new Float32Array(size * parts.length);
    for (const [i, part] of parts.entries()) all.set(part, i * size);
    return all;
  };
}

let embed: Promise<Embed> | null = null;

self.onmessage = async ({ data }: MessageEvent<EmbedContender | { texts: string[] }>) => {
  if ('who' in data) {
    embed = open(data);
    await embed;
    self.postMessage('ready');
    return;
  }
  const run = await embed;
  const start = performance.now();
  const vectors = await run?.(data.texts);
  self.postMessage({ ms: performance.now() - start, vectors });
};
