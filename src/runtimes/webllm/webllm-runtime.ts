import {
  type ChatCompletionChunk,
  type ChatCompletionRequestStreaming,
  MLCEngine,
} from '@mlc-ai/web-llm';
import type { ModelCard } from '#catalog/model-card.ts';
import { type AnswerReader, PLAIN_READER } from '#engine/answer-reader.ts';
import { EngineError } from '#engine/engine-error.ts';
import type { LoadProgress, Runtime } from '#engine/runtime.ts';
import { type RawToken, shapeTokens } from '#engine/shape-tokens.ts';
import type { ChatTask, TaskEvent, TokenLogprob } from '#engine/tasks.ts';
import { AnswerMarksReader } from '#grammar/read-answer.ts';
import { TAGGED } from '#grammar/tool-format.ts';
import { FileStore } from '#model-files/file-store.ts';
import { STORE_HUB, serveFromStore } from './store-cache.ts';
import { toWebllmRequest, type WebllmRequest } from './to-request.ts';
import { toEngineError } from './webllm-errors.ts';

/** Milliseconds without a token after which the graphics chip is taken for lost. */
const SILENCE_MS = 60_000;
const THINKING = { open: '<think>', close: '</think>' };

/** One chat model on WebLLM. The line of requests before it lets in one at a time. */
export function createWebllmRuntime(): Runtime {
  let engine: MLCEngine | null = null;
  let card: ModelCard | null = null;
  return {
    async load(wanted, onProgress, signal) {
      if (!wanted.source?.library)
        throw new EngineError('load-failed', 'The model has no library.');
      serveFromStore(globalThis, new FileStore(), wanted.source);
      const opened = new MLCEngine({
        appConfig: { model_list: [toRecord(wanted)], cacheBackend: 'cache' },
        initProgressCallback: ({ progress }) => onProgress(toProgress(progress, wanted)),
      });
      signal.addEventListener('abort', () => void opened.unload(), { once: true });
      try {
        await opened.reload(wanted.id);
      } catch (error) {
        throw toEngineError(error, 'load-failed');
      }
      // An aborted load resolves without a model.
      if (signal.aborted) throw new EngineError('aborted', 'Loading was cancelled.');
      engine = opened;
      card = wanted;
      return { device: 'webgpu', threads: 1 };
    },
    countTokens: (task) => Promise.resolve([engine ? countTokens(engine, task) : 0]),
    async *run(task, signal) {
      if (!engine || !card || task.kind !== 'chat') {
        throw new EngineError('not-supported', 'The loaded model cannot do this.');
      }
      yield* runChat(engine, card, task, signal);
    },
    async close() {
      await engine?.unload();
      engine = null;
    },
  };
}

function toRecord(card: ModelCard) {
  const { repository = '', library = '' } = card.source ?? {};
  return {
    model: `${STORE_HUB}/${repository}`,
    model_id: card.id,
    model_lib: library,
    vram_required_MB: card.memoryBytes / 2 ** 20,
    required_features: [...(card.gpu?.features ?? [])],
    overrides: { context_window_size: card.contextTokens },
  };
}

function toProgress(part: number, card: ModelCard): LoadProgress {
  const total = card.downloadBytes;
  return { phase: 'prepare', loaded: Math.round(part * total), total };
}

interface Tokenizer {
  encode(text: string): Int32Array;
}

/** Tokens of a prompt without the marks of its template, which WebLLM does not count for others. */
function countTokens(engine: MLCEngine, task: Parameters<Runtime['countTokens']>[0]): number {
  if (task.kind !== 'chat') return 0;
  const pipelines = (engine as unknown as { loadedModelIdToPipeline?: Map<string, unknown> })
    .loadedModelIdToPipeline;
  const [pipeline] = pipelines?.values() ?? [];
  const { tokenizer } = (pipeline ?? {}) as { tokenizer?: Tokenizer };
  const perTurn = 5;
  return task.turns.reduce(
    (sum, { text }) =>
      sum + perTurn + (tokenizer?.encode(text).length ?? Math.ceil(text.length / 3)),
    0,
  );
}

async function* runChat(
  engine: MLCEngine,
  card: ModelCard,
  task: ChatTask,
  signal: AbortSignal,
): AsyncGenerator<TaskEvent> {
  yield { type: 'start', promptTokens: countTokens(engine, task), cachedTokens: 0 };
  const request = await toWebllmRequest(task, card);
  const outcome: Outcome = { reason: null, completionTokens: null };
  const shape = { stop: task.stop, maxTokens: Number.POSITIVE_INFINITY, reader: readerOf(task) };
  try {
    for await (const event of shapeTokens(tokensOf(engine, request, outcome, signal), shape)) {
      yield event.type === 'end' ? withOutcome(event, outcome) : event;
    }
  } catch (error) {
    throw toEngineError(error, 'runtime-failed');
  }
}

function readerOf({ tools, toolChoice, format }: ChatTask): AnswerReader {
  const callsTools = tools.length > 0 && toolChoice !== 'none';
  if (format.kind !== 'text' && !callsTools) return PLAIN_READER;
  return new AnswerMarksReader({ tools: callsTools ? TAGGED : null, thinking: THINKING });
}

interface Outcome {
  reason: string | null;
  completionTokens: number | null;
}

type End = Extract<TaskEvent, { type: 'end' }>;

/** The end with what WebLLM counted: it gives several tokens at once now and then. */
function withOutcome(end: End, { reason, completionTokens }: Outcome): End {
  return {
    ...end,
    reason: reason === 'length' ? 'length' : end.reason,
    completionTokens: completionTokens ?? end.completionTokens,
  };
}

/** WebLLM's chunks as tokens. However it ends, its generation is over when this is. */
async function* tokensOf(
  engine: MLCEngine,
  request: WebllmRequest,
  outcome: Outcome,
  signal: AbortSignal,
): AsyncGenerator<RawToken> {
  const encoder = new TextEncoder();
  // The one flag of the engine is only ever set for the request that runs.
  const interrupt = () => void engine.interruptGenerate();
  signal.addEventListener('abort', interrupt, { once: true });
  const chunks = (
    await engine.chat.completions.create(request as unknown as ChatCompletionRequestStreaming)
  )[Symbol.asyncIterator]();
  let isOver = false;
  try {
    while (!isOver) {
      const { done, value } = await withWatchdog(chunks.next());
      isOver = done === true;
      if (signal.aborted) throw new EngineError('aborted', 'The request was aborted.');
      if (done) return;
      const [choice] = value.choices;
      outcome.reason = choice?.finish_reason ?? outcome.reason;
      outcome.completionTokens = value.usage?.completion_tokens ?? outcome.completionTokens;
      if (choice?.delta.content) yield toToken(encoder, choice, choice.delta.content);
    }
  } finally {
    signal.removeEventListener('abort', interrupt);
    // Left in the middle, it would hold the lock for ever: interrupted, then drained.
    if (!isOver) await drain(engine, chunks);
  }
}

async function drain(engine: MLCEngine, chunks: AsyncIterator<ChatCompletionChunk>): Promise<void> {
  await engine.interruptGenerate();
  for (;;) {
    const { done } = await withWatchdog(chunks.next());
    if (done) return;
  }
}

type Choice = ChatCompletionChunk['choices'][number];

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

/** A promise that a lost graphics chip leaves open is taken for a crash. */
async function withWatchdog<T>(work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new EngineError('slot-crashed', 'The graphics chip did not answer.')),
      SILENCE_MS,
    );
  });
  try {
    return await Promise.race([work, silence]);
  } finally {
    clearTimeout(timer);
  }
}
