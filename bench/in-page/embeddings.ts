// The page side of bench/embeddings.mjs: contenders by name, each in its own worker.
import { askWorker } from './ask-worker.ts';
import type { EmbedContender } from './embed-worker.ts';

const workers = new Map<string, Worker>();

export async function open(name: string, contender: EmbedContender): Promise<void> {
  const worker = new Worker(new URL('./embed-worker.ts', import.meta.url), { type: 'module' });
  await askWorker(worker, contender);
  workers.set(name, worker);
}

export async function run(name: string, texts: string[]): Promise<number> {
  const worker = workers.get(name) as Worker;
  return (await askWorker<{ ms: number }>(worker, { texts })).ms;
}

/** The least cosine between vectors made together and each made alone. */
export async function minCosine(name: string, texts: string[]): Promise<number> {
  const worker = workers.get(name) as Worker;
  const { vectors } = await askWorker<{ vectors: Float32Array }>(worker, { texts });
  const size = vectors.length / texts.length;
  let min = 1;
  for (const [i, text] of texts.entries()) {
    const { vectors: alone } = await askWorker<{ vectors: Float32Array }>(worker, {
      texts: [text],
    });
    const together = vectors.subarray(i * size, (i + 1) * size);
    min = Math.min(
      min,
      alone.reduce((sum, x, k) => sum + x * (together[k] ?? 0), 0),
    );
  }
  return min;
}
