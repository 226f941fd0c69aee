import {
  type ChatCompletionRequestStreaming,
  MLCEngine,
  type MLCEngineConfig,
} from '@mlc-ai/web-llm';
import type { ModelCard } from '#catalog/model-card.ts';
import { EngineError } from '#engine/engine-error.ts';
import type { LoadProgress, Runtime } from '#engine/runtime.ts';
import { type AnswerReader, PLAIN_READER, shapeTokens } from '#engine/shape-tokens.ts';
import type { ChatTask, TaskEvent } from '#engine/tasks.ts';
import { LooseCallsReader } from '#grammar/loose-calls-reader.ts';
import { AnswerMarksReader } from '#grammar/read-answer.ts';
import { TAGGED } from '#grammar/tool-format.ts';
import { FileStore } from '#model-files/file-store.ts';
import {
  countPrompt,
  type PromptCounts,
  readCounts,
  templateOf,
  type WebllmEngine,
} from './loaded-model.ts';
import { libraryAddress, STORE_HUB, serveFromStore } from './store-cache.ts';
import { isBegun, toContinuation, toWebllmRequest } from './to-request.ts';
import { toEngineError } from './webllm-errors.ts';
import { type Chunk, type Outcome, tokensOf } from './webllm-tokens.ts';

const THINKING = { open: '<think>', close: '</think>' };

interface Surroundings {
  /** Makes the library's engine. */
  openEngine: (config: MLCEngineConfig) => WebllmEngine;
  /** The worker's scope: its `fetch` and `caches` are replaced by our own store. */
  scope: object;
}

const OWN_WORKER: Surroundings = {
  openEngine: (config) => new MLCEngine(config),
  scope: globalThis,
};

/** One chat model on WebLLM. Its queue admits one request at a time. */
export function createWebllmRuntime({ openEngine, scope } = OWN_WORKER): Runtime {
  let engine: WebllmEngine | null = null;
  let card: ModelCard | null = null;
  return {
    async load(wanted, onProgress, signal) {
      if (!wanted.source?.library)
        throw new EngineError('load-failed', 'The model has no library.');
      serveFromStore(scope, new FileStore(), wanted.source);
      const opened = openEngine({
        appConfig: { model_list: [toRecord(wanted)], cacheBackend: 'cache' },
        initProgressCallback: ({ progress }) => onProgress(toProgress(progress, wanted)),
      });
      signal.addEventListener('abort', () => void opened.unload(), { once: true });
      try {
        await opened.reload(wanted.id);
      } catch (error) {
        throw toEngineError(error, 'load');
      }
      // An aborted load resolves without a model.
      if (signal.aborted) throw new EngineError('aborted', 'Loading was cancelled.');
      engine = opened;
      card = wanted;
      return { device: 'webgpu', threads: 1 };
    },
    countTokens: async (task) => [
      engine && task.kind === 'chat' && !task.raw ? await countPrompt(engine, task) : 0,
    ],
    async *run(task, signal) {
      if (!engine || !card || task.kind !== 'chat') {
        throw new EngineError('not-compatible', 'The loaded model cannot do this.');
      }
      if (task.raw) {
        throw new EngineError('not-compatible', 'Models on WebLLM do not continue plain text.');
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
  const source = card.source ?? { repository: '', page: '', isMeasured: false };
  return {
    model: `${STORE_HUB}/${source.repository}`,
    model_id: card.id,
    model_lib: libraryAddress(source),
    vram_required_MB: card.memoryBytes / 2 ** 20,
    required_features: [...(card.gpu?.features ?? [])],
    overrides: { context_window_size: card.contextTokens },
  };
}

function toProgress(part: number, card: ModelCard): LoadProgress {
  const total = card.downloadBytes;
  return { phase: 'prepare', loaded: Math.round(part * total), total };
}

/** A stream of chunks for a task, not yet asked for. */
async function requestFor(
  engine: WebllmEngine,
  card: ModelCard,
  task: ChatTask,
): Promise<() => Promise<AsyncIterable<Chunk>>> {
  if (!isBegun(task)) {
    const request = await toWebllmRequest(task, card);
    // Its formats name grammars in ways that the library's types do not know.
    return () =>
      engine.chat.completions.create(request as unknown as ChatCompletionRequestStreaming);
  }
  const { template, start } = templateOf(engine);
  const request = await toContinuation(task, template, start);
  return () => engine.completions.create(request);
}

async function* runChat(
  engine: WebllmEngine,
  card: ModelCard,
  task: ChatTask,
  signal: AbortSignal,
): AsyncGenerator<TaskEvent> {
  let isStarted = false;
  const ask = await requestFor(engine, card, task);
  const outcome: Outcome = { reason: null, completionTokens: null };
  const shape = { stop: task.stop, maxTokens: Number.POSITIVE_INFINITY, reader: readerOf(task) };
  try {
    for await (const event of shapeTokens(tokensOf(engine, ask, outcome, signal), shape)) {
      // WebLLM reports the cached part of the prompt only after reading it.
      if (!isStarted) yield { type: 'start', ...(await promptCounts(engine, task)) };
      isStarted = true;
      yield event.type === 'end' ? withOutcome(event, outcome) : event;
    }
  } catch (error) {
    // What WebLLM does not explain may have left it broken: a fresh slot is not.
    throw toEngineError(error, 'run');
  }
}

async function promptCounts(engine: WebllmEngine, task: ChatTask): Promise<PromptCounts> {
  const read = readCounts(engine);
  return read ?? { promptTokens: await countPrompt(engine, task), cachedTokens: 0 };
}

function readerOf({ tools, toolChoice, format }: ChatTask): AnswerReader {
  const callsTools = tools.length > 0 && toolChoice !== 'none';
  if (format.kind !== 'text' && !callsTools) return PLAIN_READER;
  const marked = new AnswerMarksReader({ tools: callsTools ? TAGGED : null, thinking: THINKING });
  return callsTools ? new LooseCallsReader(marked, tools) : marked;
}

type End = Extract<TaskEvent, { type: 'end' }>;

/** The end event with WebLLM's token counts: one of its chunks may contain several tokens. */
function withOutcome(end: End, { reason, completionTokens }: Outcome): End {
  return {
    ...end,
    reason: reason === 'length' ? 'length' : end.reason,
    completionTokens: completionTokens ?? end.completionTokens,
  };
}
