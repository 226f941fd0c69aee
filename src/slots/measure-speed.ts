import { anySignal } from '#base/promises.ts';
import type { ModelCard } from '#catalog/model-card.ts';
import type { Runtime } from '#engine/runtime.ts';
import type { Task } from '#engine/tasks.ts';
import { GREEDY } from '#runtimes/transformers/chat/sampler.ts';

/** Milliseconds of one run after which a device is slow enough to be known. */
const LIMIT_MS = 5_000;
const TOKENS = 16;
const TEXTS = 8;
const SECONDS = 5;
const SAMPLE_RATE = 16_000;

/**
 * Tokens, texts or seconds of sound that a loaded model gets done in a second, on a short task that is always the same. Null for
 * models of other tasks, and where the task fails.
 * @throws the reason of `signal` once it aborts
 */
export async function measureSpeed(
  runtime: Runtime,
  card: ModelCard,
  signal: AbortSignal,
): Promise<number | null> {
  const sample = sampleOf(card);
  if (!sample) return null;
  // The first run compiles shaders and grows buffers for its shapes.
  const first = await timeRun(runtime, sample, signal);
  return first === null ? null : timeRun(runtime, sample, signal);
}

async function timeRun(
  runtime: Runtime,
  sample: Sample,
  signal: AbortSignal,
): Promise<number | null> {
  const began = performance.now();
  const limit = AbortSignal.timeout(LIMIT_MS);
  const either = anySignal([signal, limit]);
  let written = 0;
  try {
    for await (const event of runtime.run(sample.task, either.signal)) {
      if ('tokens' in event && typeof event.tokens === 'number') written += event.tokens;
      if (event.type === 'end') written = Math.max(written, event.completionTokens);
    }
  } catch {
    signal.throwIfAborted();
    if (!limit.aborted) return null;
  } finally {
    either.release();
  }
  signal.throwIfAborted();
  // Cut off: of other tasks nothing is known to be done.
  const done = sample.units ?? written;
  return (limit.aborted && sample.units !== null ? 0 : done) / ((performance.now() - began) / 1000);
}

interface Sample {
  task: Task;
  /** How much the task is; null where the tokens of its answer count. */
  units: number | null;
}

function sampleOf({ task, contextTokens }: ModelCard): Sample | null {
  const text = 'The quick brown fox jumps over the lazy dog.';
  if (task === 'chat') return { task: chatTask(text, contextTokens), units: null };
  if (task === 'embeddings') {
    return { task: { kind: 'embed', texts: Array<string>(TEXTS).fill(text) }, units: TEXTS };
  }
  return task === 'speech' ? { task: speechTask(), units: SECONDS } : null;
}

const chatTask = (prompt: string, contextTokens: number): Task => ({
  kind: 'chat',
  turns: [],
  raw: { prompt, suffix: null, echo: false },
  maxTokens: TOKENS,
  contextTokens,
  sampling: GREEDY,
  stop: [],
  tools: [],
  toolChoice: 'none',
  format: { kind: 'text' },
  topLogprobs: null,
});

const speechTask = (): Task => ({
  kind: 'speech',
  // A rising tone: its content does not matter, and silence may be skipped.
  samples: Float32Array.from(
    { length: SECONDS * SAMPLE_RATE },
    (_, i) => Math.sin(i * i * 1e-6) / 2,
  ),
  isLast: true,
  language: 'en',
  translate: false,
  prompt: '',
  previousText: '',
  temperature: 0,
  withTimes: false,
  withWords: false,
});
