import { EngineError } from '#engine/engine-error.ts';
import type { Backend, Runtime } from '#engine/runtime.ts';
import type { Task, TaskEvent } from '#engine/tasks.ts';
import { estimateTokens } from './read-usage.ts';
import type { RemoteTarget } from './remote-target.ts';
import { runChat } from './run-chat.ts';
import { runSpeech } from './run-speech.ts';
import { runEmbed, runRerank } from './run-vectors.ts';

/** A model of another server. Nothing is loaded: the server has it. `run`: `runRemote`, here or on another thread. */
export function createRemoteRuntime(run: Runtime['run']): Runtime {
  return {
    load: () => Promise.resolve<Backend>({ device: 'remote', threads: 0 }),
    countTokens: (task) => Promise.resolve(estimate(task)),
    run,
    close: () => Promise.resolve(),
  };
}

/** Runs a task on any server that speaks OpenAI's API. @throws UpstreamError, EngineError */
export function runRemote(
  target: RemoteTarget,
  task: Task,
  signal: AbortSignal,
): AsyncGenerator<TaskEvent> {
  switch (task.kind) {
    case 'chat':
      return runChat(target, task, signal);
    case 'embed':
      return runEmbed(target, task, signal);
    case 'rerank':
      return runRerank(target, task, signal);
    case 'speech':
      return runSpeech(target, task, signal);
    case 'ocr':
      throw new EngineError('not-compatible', 'Providers do not read pictures here.');
    case 'voice':
      throw new EngineError('not-compatible', 'Providers do not read aloud here.');
    case 'voices':
    case 'turns':
      throw new EngineError('not-compatible', 'Providers do not tell speakers apart here.');
  }
}

/** Only the server knows its tokenizer: a rough count, for reservations. */
function estimate(task: Task): number[] {
  switch (task.kind) {
    case 'chat':
      if (task.raw) return [estimateTokens(task.raw.prompt.length)];
      return [estimateTokens(task.turns.reduce((sum, turn) => sum + turn.text.length + 16, 0))];
    case 'embed':
      return task.texts.map((text) => estimateTokens(text.length));
    case 'rerank':
      return task.documents.map((text) => estimateTokens(task.query.length + text.length));
    case 'speech':
    case 'voice':
    case 'voices':
    case 'turns':
    case 'ocr':
      return [0];
  }
}
