import type { ChatCompletionChunk, Completion } from '@mlc-ai/web-llm';
import { EngineError } from '#engine/engine-error.ts';
import type { RawToken } from '#engine/shape-tokens.ts';
import type { TokenLogprob } from '#engine/tasks.ts';
import { type WebllmEngine, wroteStrayToken } from './loaded-model.ts';

/** WebLLM's metadata of an answer. */
export interface Outcome {
  reason: string | null;
  completionTokens: number | null;
}

/** A part of an answer: of a chat, or of text that is continued. */
export type Chunk = ChatCompletionChunk | Completion;

/** Milliseconds without a token after which the GPU counts as lost. */
const SILENCE_MS = 60_000;

/** WebLLM's chunks as tokens. However it ends, its generation is over when this is. */
export async function* tokensOf(
  engine: WebllmEngine,
  ask: () => Promise<AsyncIterable<Chunk>>,
  outcome: Outcome,
  signal: AbortSignal,
): AsyncGenerator<RawToken> {
  const encoder = new TextEncoder();
  // The one flag of the engine is only ever set for the request that runs.
  const interrupt = () => void engine.interruptGenerate();
  signal.addEventListener('abort', interrupt, { once: true });
  const chunks = (await ask())[Symbol.asyncIterator]();
  let isOver = false;
  try {
    while (!isOver) {
      const { done, value } = await withWatchdog(chunks.next());
      isOver = done === true;
      if (signal.aborted) throw new EngineError('aborted', 'The request was aborted.');
      if (done) return;
      checkVocabulary(engine);
      const [choice] = value.choices;
      outcome.reason = choice?.finish_reason ?? outcome.reason;
      outcome.completionTokens = value.usage?.completion_tokens ?? outcome.completionTokens;
      const text = choice && ('text' in choice ? choice.text : choice.delta.content);
      if (choice && text) yield toToken(encoder, choice, text);
    }
  } finally {
    signal.removeEventListener('abort', interrupt);
    // Left in the middle, it would hold the lock for ever: interrupted, then drained.
    if (!isOver) await drain(engine, chunks);
  }
}

function checkVocabulary(engine: WebllmEngine): void {
  if (!wroteStrayToken(engine)) return;
  throw new EngineError('slot-crashed', 'The model wrote a token that it does not have.');
}

async function drain(engine: WebllmEngine, chunks: AsyncIterator<Chunk>): Promise<void> {
  await engine.interruptGenerate();
  for (;;) {
    const { done } = await withWatchdog(chunks.next());
    if (done) return;
  }
}

type Choice = Chunk['choices'][number];

function toToken(encoder: TextEncoder, { logprobs }: Choice, text: string): RawToken {
  const entry = logprobs?.content?.[0];
  const bytes = encoder.encode(text);
  if (!entry) return { bytes };
  const described = (e: { token: string; logprob: number; bytes: number[] | null }) => ({
    token: e.token,
    logprob: e.logprob,
    bytes: e.bytes ?? [...encoder.encode(e.token)],
  });
  const logprob: TokenLogprob = { ...described(entry), top: entry.top_logprobs.map(described) };
  return { bytes, logprob };
}

/** A promise that a lost GPU leaves open counts as a crash. */
async function withWatchdog<T>(work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new EngineError('slot-crashed', 'The GPU did not answer.')),
      SILENCE_MS,
    );
  });
  try {
    return await Promise.race([work, silence]);
  } finally {
    clearTimeout(timer);
  }
}
