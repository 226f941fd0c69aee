// A copy of an embedding model in a worker (embed-worker-pool.ts).
import { env } from '@huggingface/transformers';
import { configureLibrary } from '#runtimes/transformers/ort/library.ts';
import { endLoading } from '#runtimes/transformers/ort/open-graph.ts';
import { EmbedGraph } from './embed-graph.ts';
import type { WorkerAnswer, WorkerRequest, WorkerStart } from './embed-worker-pool.ts';

let graph: EmbedGraph | null = null;

async function open({ card, modelPath }: WorkerStart): Promise<WorkerAnswer> {
  configureLibrary({ ...card, threads: 1 });
  env.localModelPath = modelPath;
  graph = await EmbedGraph.load(card, () => {}).finally(endLoading);
  return 'ready';
}

async function run(batches: WorkerRequest): Promise<WorkerAnswer> {
  const vectors: Float32Array[] = [];
  for (const rows of batches) vectors.push((await graph?.vectors(rows)) ?? new Float32Array(0));
  return { vectors };
}

self.onmessage = async ({ data }: MessageEvent<WorkerStart | WorkerRequest>) => {
  const answer = await ('card' in data ? open(data) : run(data)).catch(
    (error: unknown): WorkerAnswer => ({ error: String(error) }),
  );
  const transfer =
    typeof answer === 'object' && 'vectors' in answer ? answer.vectors.map((v) => v.buffer) : [];
  self.postMessage(answer, { transfer: transfer as ArrayBuffer[] });
};
