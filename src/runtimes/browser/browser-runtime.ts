import { anySignal } from '#base/promises.ts';
import { EngineError } from '#engine/engine-error.ts';
import type { Backend, Runtime } from '#engine/runtime.ts';
import { type RawToken, shapeTokens } from '#engine/shape-tokens.ts';
import type { ChatTask, Task, TaskEvent } from '#engine/tasks.ts';
import type { BrowserAnswer, BrowserCall } from '#transport/browser-model.ts';
import { toPrompt } from './to-prompt.ts';

/** Calls the model in the page that has it. The answers end with the call. */
export type CallBrowser = (call: BrowserCall, signal?: AbortSignal) => AsyncIterable<BrowserAnswer>;

/** The language model that the browser brings along. */
export function createBrowserRuntime(call: CallBrowser): Runtime {
  return {
    async load(_card, _onProgress, signal) {
      await first(call({ type: 'load' }, signal), 'load-failed');
      return { device: 'browser', threads: 0 } satisfies Backend;
    },
    async countTokens(task) {
      const prompt = toPrompt(requireChat(task));
      const answer = await first(call({ type: 'count', prompt }), 'runtime-failed');
      return [answer.type === 'count' ? answer.tokens : 0];
    },
    run: (task, signal) => run(call, requireChat(task), signal),
    async close() {
      await first(call({ type: 'close' }), 'runtime-failed').catch(() => {});
    },
  };
}

function requireChat(task: Task): ChatTask {
  if (task.kind === 'chat') return task;
  throw new EngineError('not-compatible', 'The model of the browser only chats.');
}

async function first(
  answers: AsyncIterable<BrowserAnswer>,
  code: 'load-failed' | 'runtime-failed',
): Promise<BrowserAnswer> {
  for await (const answer of answers) {
    if (answer.type === 'error') throw toEngineError(answer, code);
    return answer;
  }
  throw new EngineError(code, 'The page that has the model of the browser did not answer.');
}

async function* run(
  call: CallBrowser,
  task: ChatTask,
  signal: AbortSignal,
): AsyncGenerator<TaskEvent> {
  const usage: { prompt: number; completion: number | null } = { prompt: 0, completion: null };
  // An answer that a stop sequence or its length ends is ended in the browser, too.
  const end = anySignal([signal]);
  const answers = call({ type: 'run', prompt: toPrompt(task) }, end.signal)[Symbol.asyncIterator]();
  try {
    const begun = await answers.next();
    if (begun.done) throw new EngineError('runtime-failed', FAILED);
    if (begun.value.type === 'error') throw toEngineError(begun.value, 'runtime-failed');
    if (begun.value.type === 'start') usage.prompt = begun.value.promptTokens;
    yield { type: 'start', promptTokens: usage.prompt, cachedTokens: 0 };
    const tokens = readTokens(answers, usage);
    const maxTokens = Math.min(task.maxTokens, Math.max(0, task.contextTokens - usage.prompt));
    for await (const event of shapeTokens(tokens, { stop: task.stop, maxTokens })) {
      const isWhole = event.type === 'end' && usage.completion !== null;
      yield isWhole ? { ...event, completionTokens: usage.completion ?? 0 } : event;
    }
  } finally {
    end.abort();
    end.release();
    await answers.return?.();
  }
}

const FAILED = 'The model of the browser failed. Try again, or choose another model.';

/** Pieces of text as tokens: a browser streams about one token a piece, and says the exact number at the end. */
async function* readTokens(
  answers: AsyncIterator<BrowserAnswer>,
  usage: { completion: number | null },
): AsyncGenerator<RawToken> {
  const encoder = new TextEncoder();
  for (;;) {
    const { done, value } = await answers.next();
    if (done) return;
    if (value.type === 'error') throw toEngineError(value, 'runtime-failed');
    if (value.type === 'text') yield { bytes: encoder.encode(value.text) };
    if (value.type === 'end') usage.completion = value.completionTokens;
  }
}

/** Names of exceptions that the Prompt API defines. */
function toEngineError(
  { name, message, quota, requested }: Extract<BrowserAnswer, { type: 'error' }>,
  code: 'load-failed' | 'runtime-failed',
): EngineError {
  const cause = new Error(`${name}: ${message}`);
  switch (name) {
    case 'AbortError':
      return new EngineError('aborted', 'The request was aborted.', cause);
    case 'QuotaExceededError': {
      const sizes =
        quota === null || requested === null ? '' : ` (${requested} of ${quota} tokens)`;
      const text = `The prompt is longer than the context of this model${sizes}.`;
      return new EngineError('context-exceeded', text, cause, 'messages');
    }
    case 'NotSupportedError':
      return new EngineError(
        'not-supported',
        'The model of the browser does not support this request or its language.',
        cause,
      );
    case 'NotAllowedError':
      return new EngineError('not-compatible', 'The browser does not allow its model here.', cause);
    default:
      return new EngineError(code, FAILED, cause);
  }
}
